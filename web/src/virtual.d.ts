/** Texts that build.mjs makes. */

/** The licences of Gait and of the libraries in the page. */
declare module "gait:licences" {
  const text: string;
  export default text;
}

declare module "*.css";

/** The samples: compressed as gzip in base64, or null for files beside the hosted page. */
declare module "gait:samples" {
  export const sampleFiles: readonly { name: string; packed: string | null }[];
}
