//! What `podman build` needs for the image, where the program is built already.

use super::archive::File;
use super::program::Program;
use crate::step::Failed;
use std::path::Path;

/// The line of `deploy/Containerfile` by which the image gets the program, and the one that it has here.
const COPY: [&str; 2] = [
    "COPY --from=build /src/target/dist/bagatelle /usr/local/bin/bagatelle",
    "COPY bagatelle /usr/local/bin/bagatelle",
];

/// The files of the folder from which the image is built.
pub fn context(root: &Path, program: &Program) -> Result<Vec<File>, Failed> {
    let path = "deploy/Containerfile";
    let text =
        std::fs::read_to_string(root.join(path)).map_err(|error| Failed(format!("{path}: {error}")))?;
    let text = image(&text).ok_or_else(|| Failed(format!("{path} has no “{}”", COPY[0])))?;
    Ok(vec![File::read("Containerfile", text), File::program("bagatelle", program.bytes()?)])
}

/// The last stage of a Containerfile, which is the image, with the program from beside it.
fn image(text: &str) -> Option<String> {
    let last = text.rfind("\nFROM ")? + 1;
    let stage = text.get(last..).filter(|stage| stage.contains(COPY[0]))?;
    let head = "# Bagatelle in a container: podman build --tag bagatelle .\n";
    Some(format!("{head}{}", stage.replace(COPY[0], COPY[1])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wasm::root;

    #[test]
    fn the_image_is_that_of_deploy_without_the_stage_that_builds() {
        let whole = std::fs::read_to_string(root().join("deploy/Containerfile")).unwrap();
        let image = image(&whole).unwrap();
        assert_eq!(image.matches("FROM ").count(), 1);
        assert!(image.contains(COPY[1]) && image.contains("HEALTHCHECK") && !image.contains("cargo"));
        assert_eq!(super::image("FROM one\nRUN it\n"), None);
    }
}
