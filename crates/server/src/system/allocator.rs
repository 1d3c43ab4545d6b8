//! The allocator of all programs that contain the server. It stands here, and not in a program, so that
//! calls of it are compiled like the server.

/// Gives memory back to the system after many visitors have left, which that of the C library does not.
#[cfg(not(windows))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;
