/** Numbers, also as text. */

/** The number, or the limit that is nearest to it; `least` if that is larger than `most`. */
export const clamp = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(value, most));

/** A number as users type it, with a point or a comma; NaN if the text is not a number. */
export function parseNumber(entered: string): number {
  const trimmed = entered.trim().replace(",", ".");
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed) : NaN;
}

/** A stored number with at most 6 significant digits, as many as are exact in 32-bit floats. */
export const shortNumber = (value: number): string => String(Number(value.toPrecision(6)));

/** A time without its further digits, so that a later frame is never shown. */
export function truncated(time: number, digits: number): string {
  const rounding = 1e-6 + 1e-7 * time; // of 32-bit floats
  const factor = 10 ** digits;
  return (Math.floor((time + rounding) * factor) / factor).toFixed(digits);
}
