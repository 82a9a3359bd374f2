/** Tasks that take long or much memory. The worker of a task ends with it, and frees the memory. */
import { GaitError, load, type Check, type File, type Gait, type Skeleton } from "gait";
import { unpack, pack } from "./archive";
import { detect } from "./detect";
import { bindSkeleton, openSource } from "./library";
import { packFields } from "./fields";
import { describeProblem, problemOfInfo } from "./problem";
import type { ConvertProblem, ConvertRequest, PackedFile, Problem, Source, Survey, TaskCalls, TaskInput,
  TaskOutput } from "./protocol";

type Posted<T> = { [K in keyof T]: T[K] extends (...values: infer V) => infer R
  ? (...values: V) => R | Promise<R> : never };

export class Tasks implements Posted<TaskCalls> {
  gait!: Gait;
  /** Files of isPosed(), by their ids. */
  private models = new Map<number, File>();

  async start(module: WebAssembly.Module): Promise<void> {
    this.gait = await load(module);
  }

  private open(input: TaskInput): Promise<File> {
    return openSource(this.gait, input.source, input.companions);
  }

  private async skeleton(file: File, input: TaskInput): Promise<Skeleton> {
    const open = async (source: Source) => openSource(this.gait, source, []);
    const candidates = [];
    for (const source of input.candidates) {
      candidates.push(await open(source));
    }
    const { choice } = input;
    const chosen = choice && "file" in choice
      ? candidates[input.candidates.findIndex(({ id }) => id === choice.file)] ?? null : null;
    return bindSkeleton(this.gait, file, input.source.path, candidates, choice, chosen);
  }

  detect(heads: PackedFile[]) {
    return detect(this.gait, heads);
  }

  async check(input: TaskInput): Promise<Check> {
    return (await this.open(input)).check();
  }

  async checkAll(sources: Source[]): Promise<Check[]> {
    const checks = [];
    for (const source of sources) {
      const file = await openSource(this.gait, source, []);
      checks.push(file.check());
      file.close();
    }
    return checks;
  }

  async survey(sources: Source[]): Promise<Survey[]> {
    const rows: Survey[] = [];
    for (const source of sources) {
      const file = await openSource(this.gait, source, []);
      const info = file.info();
      const { status, clips } = info;
      const { errors, warnings } = file.check();
      rows.push({ format: file.format, status, clips: clips?.length ?? null,
        frames: clips?.reduce((sum, { frames }) => sum + frames, 0) ?? null, errors, warnings,
        check: file.json("check"),
        problem: status === "ok" ? null : problemOfInfo(info, this.gait) });
      file.close();
    }
    return rows;
  }

  unzip(archive: Blob) {
    return unpack(archive);
  }

  zip(files: PackedFile[]): Promise<Blob> {
    return pack(files);
  }

  async map(input: TaskInput) {
    return (await this.open(input)).map();
  }

  async fields(input: TaskInput) {
    return packFields((await this.open(input)).json("map"));
  }

  async document(input: TaskInput, document: "info" | "check" | "list" | "map"): Promise<string> {
    const file = await this.open(input);
    const text = file.json(document);
    if (document === "map") {
      return `${text}\n`;
    }
    const { errors, warnings } = document === "check" ? file.check() : { errors: 0, warnings: 0 };
    const sums = document === "check"
      ? `,"errors":${errors},"warnings":${warnings},"skipped":0` : "";
    return `{"schema":"gait.${document}/1","files":[\n${text}]${sums}}\n`;
  }

  async sarif(sources: Source[]): Promise<string> {
    const files = [];
    for (const source of sources) {
      files.push(await openSource(this.gait, source, []));
    }
    return JSON.stringify(this.gait.sarif(files), null, 1);
  }

  async movingBones(input: TaskInput): Promise<Uint8Array> {
    const file = await this.open(input);
    const skeleton = await this.skeleton(file, input);
    const { length } = skeleton.bones;
    const moves = new Uint8Array(file.clips.length * length);
    file.clips.forEach((_, clip) => {
      try {
        moves.set(file.movingBones(clip, skeleton), clip * length);
      } catch (error) { // a clip that cannot be read moves nothing
        if (!(error instanceof GaitError)) {
          throw error;
        }
      }
    });
    return moves;
  }

  async isPosed(source: Source, companions: Source[], models: number[],
    added: Source[]): Promise<boolean | null> {
    for (const model of added) {
      this.models.set(model.id, await openSource(this.gait, model, []));
    }
    const file = await openSource(this.gait, source, companions);
    try {
      if (file.clips.length === 0) {
        return null;
      }
      const candidates = models.flatMap((id) => this.models.get(id) ?? []);
      const skeleton = bindSkeleton(this.gait, file, source.path, candidates, null, null);
      return skeleton.source.source !== "none" &&
        file.clip(0, { skeleton }).pose(0).length > 0;
    } catch (error) { // damaged, or without poses
      if (!(error instanceof GaitError)) {
        throw error;
      }
      return false;
    } finally {
      file.close();
    }
  }

  async salvage(source: Source, models: Source[]) {
    const file = await openSource(this.gait, source, []);
    let problem: Problem | null = null;
    for (const model of [null, ...models]) {
      const from = model && await openSource(this.gait, model, []);
      try {
        const { bytes, report: { kept, stated, lost_params: isLost } } = file.salvage({ model: from });
        return { problem: null,
          salvaged: { bytes, kept, stated, model: isLost ? model?.path ?? null : null } };
      } catch (error) {
        problem ??= describeProblem(error, this.gait);
        if (!problem.rule) {
          break; // files of this format are not salvaged
        }
      } finally {
        from?.close();
      }
    }
    return { salvaged: null, problem: problem?.rule ? problem : null };
  }

  /** On the skeleton of the first file or, if it has none, of the second. */
  async diff(first: TaskInput, second: TaskInput) {
    const files = [await this.open(first), await this.open(second)] as const;
    let skeleton: Skeleton | null = null;
    for (const [index, input] of [first, second].entries()) {
      try {
        skeleton ??= await this.skeleton(files[index]!, input);
      } catch (error) {
        if (!(error instanceof GaitError)) {
          throw error;
        }
      }
    }
    return files[0].diff(files[1], { skeleton });
  }

  async convert(input: TaskInput, request: ConvertRequest) {
    const file = await this.open(input);
    const skeleton = await this.skeleton(file, input);
    const model = input.model && request.target === "gltf"
      ? await openSource(this.gait, input.model, []) : null;
    const conversion = file.convert(request.target, { skeleton, model, clips: request.clips,
      name: request.name, lossy: request.lossy });
    const files: TaskOutput[] = [];
    const problems: ConvertProblem[] = [];
    for (;;) {
      try {
        const next = conversion.next();
        if (next.done) {
          return { files, problems };
        }
        files.push(...next.value);
      } catch (error) {
        const report = conversion.report;
        const clip = report?.clips.length === 1 ? file.clips[report.clips[0]!]?.name ?? null : null;
        problems.push({ clip, losses: report?.losses ?? [],
          problem: describeProblem(error, this.gait) });
        if (!report) {
          return { files, problems };
        }
      }
    }
  }

  async svg(input: TaskInput, clip: number, view: "side" | "front" | "top" | "three-quarter") {
    const file = await this.open(input);
    return file.clip(clip, { skeleton: await this.skeleton(file, input) }).svg({ view });
  }

  async edit(input: TaskInput, script: string) {
    return (await this.open(input)).edit(script);
  }

  async roundtrip(base: TaskInput, edited: Source,
    options: { addNew: boolean; dropMissing: boolean }) {
    const file = await this.open(base);
    const other = await openSource(this.gait, edited, base.companions);
    try {
      const skeleton = await this.skeleton(file, base);
      const { bytes, report } = file.roundtrip(other, { ...options, skeleton });
      return { bytes, report, problem: null };
    } catch (error) {
      const problem = describeProblem(error, this.gait);
      return { bytes: null, report: problem.report as null, problem };
    }
  }
}

