// A limit of memory for tests.

/** The module with a maximum of its memory, in pages of 64 KB. */
export function limited(module, pages) {
  const leb = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...leb(value >>> 7)]);
  for (let at = 8; at < module.length;) {
    const id = module[at++];
    let size = 0;
    for (let shift = 0, more = true; more; shift += 7, at++) {
      size |= (module[at] & 127) << shift;
      more = module[at] > 127;
    }
    if (id === 5) {
      const minimum = module.subarray(at + 2, at + size);
      const content = [1, 1, ...minimum, ...leb(pages)];
      const head = module.subarray(0, module.lastIndexOf(5, at - 1));
      return Buffer.concat([head, Buffer.from([5, ...leb(content.length), ...content]),
        module.subarray(at + size)]);
    }
    at += size;
  }
  throw new Error("the module has no memory");
}
