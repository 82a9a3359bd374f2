/** Texts that build.mjs makes. */
declare module "gait:worker" {
  const text: string;
  export default text;
}

/** The module, compressed as gzip, in base64. */
declare module "gait:module" {
  const text: string;
  export default text;
}

/** The licences of Gait and of the libraries in the page. */
declare module "gait:licences" {
  const text: string;
  export default text;
}

declare module "*.css";
