/** Which clips of a file move which bones. A task determines it once per file and skeleton. */
import type { App } from "../app";
import type { ShownClip } from "../state/clip";
import type { Doc } from "../state/doc";

export class MovingBones {
  /** One byte per clip and bone; null while it is determined. They belong to the bytes of a file. */
  private results = new WeakMap<Blob, { skeleton: string; moves: Uint8Array | null }>();

  constructor(private app: App, private onFound: () => void) {}

  /**
   * The clips of the shown file that move a bone, as a filter of indices. null while it is being
   * determined.
   */
  filter({ doc, skeleton: { bones } }: ShownClip, bone: number): ((index: number) => boolean) | null {
    const skeleton = JSON.stringify(bones.map(({ name, parent }) => [name, parent]));
    const found = this.results.get(doc.blob);
    if (found?.skeleton !== skeleton) {
      void this.determine(doc, skeleton);
      return null;
    }
    const { moves } = found;
    return moves && ((index) => moves[index * bones.length + bone] === 1);
  }

  private async determine(doc: Doc, skeleton: string): Promise<void> {
    const { app } = this;
    const input = app.models.input(doc);
    const result = { skeleton, moves: null as Uint8Array | null };
    this.results.set(doc.blob, result);
    try {
      result.moves = await app.run((calls) => calls.movingBones(input));
    } catch (error) {
      app.report(error);
    }
    this.onFound();
  }
}
