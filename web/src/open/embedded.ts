/** Files inside of the page, which the command `gait page` and "Save as page" write. */
import type { Found } from "./entries";

export const EMBEDDED = "script.gait-file[type='text/plain']";

type FromBase64 = { fromBase64?(text: string): Uint8Array };

export function bytesOfBase64(base64: string): Uint8Array {
  const { fromBase64 } = Uint8Array as unknown as FromBase64;
  return fromBase64 ? fromBase64.call(Uint8Array, base64)
    : Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/** The files in the page. Their elements are removed, which frees their texts. */
export function embeddedFiles(): Found[] {
  return [...document.querySelectorAll<HTMLScriptElement>(EMBEDDED)].map((element) => {
    const bytes = bytesOfBase64(element.textContent!.trim());
    element.remove();
    return { path: element.dataset.name ?? "", blob: new Blob([bytes as BlobPart]) };
  });
}
