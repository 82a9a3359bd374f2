/** See ../windowed.ts. */
export { Windowed } from "../windowed";
