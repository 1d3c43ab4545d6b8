// @ts-check
// Random texts. What browsers keep for pages over https, such as `crypto.randomUUID`, is not asked for.

/**
 * Returns random bytes in hexadecimal digits.
 * @param {number} bytes
 */
export const digits = (bytes) =>
  [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
