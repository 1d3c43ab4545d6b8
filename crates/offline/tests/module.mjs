// Runs the module for `wasm.rs`: reads lines of `[name, value]`, and writes what the export of this name returns.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { brotliDecompressSync } from "node:zlib";

const imports = { bagatelle: { clock: () => performance.now(), tell: () => {} } };
const { instance } = await WebAssembly.instantiate(brotliDecompressSync(readFileSync(process.argv[2])), imports);
const { memory, space, text, ...names } = instance.exports;

for await (const line of createInterface({ input: process.stdin })) {
  const [name, value] = JSON.parse(line);
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const at = space(bytes.length) >>> 0;
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  const length = names[name]();
  const answer = new TextDecoder().decode(new Uint8Array(memory.buffer, text() >>> 0, length));
  process.stdout.write(`${answer}\n`);
}
