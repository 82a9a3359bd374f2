/** Gait with the module inlined: nothing is fetched and no file is read. */
import { CompiledModule, Gait, LoadOptions } from "./core.js";

export * from "./core.js";

/**
 * Makes an instance with its own memory. The module is unpacked and compiled once.
 * @throws {GaitError}
 */
export function load(options?: LoadOptions): Promise<Gait>;

/**
 * The compiled module. It can be posted to workers, where `load()` of the entry `./core` accepts
 * it.
 */
export function compile(): Promise<CompiledModule>;
