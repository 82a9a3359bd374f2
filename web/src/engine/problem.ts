import { GaitError, type FileInfo, type Gait } from "gait";
import type { Problem } from "./protocol";
import { describeError } from "./unreadable";

let advices: Map<string, string> | null = null;

/** What to do about a finding of a rule, in the words of the library. */
function adviceOf(rule: string | null, gait: Gait | null): string | null {
  if (!rule || !gait) {
    return null;
  }
  advices ??= new Map(gait.rules().rules.map(({ id, advice }) => [id, advice]));
  return advices.get(rule) || null;
}

/** What an error says, in a form that can be posted. */
export function describeProblem(error: unknown, gait: Gait | null): Problem {
  if (error instanceof GaitError) {
    const { message, status, rule, offset, file, line, report } = error;
    return { message, status, rule, offset, file, line, advice: adviceOf(rule, gait), report };
  }
  return describeError(error);
}

/** Why a file cannot be used. */
export function problemOfInfo({ path, status, error }: FileInfo, gait: Gait): Problem {
  const rule = error?.rule ?? null;
  return { message: error?.message ?? status,
    status: status === "unsupported" ? "unsupported" : "corrupt", rule,
    offset: error?.offset ?? null, file: path, line: null, advice: adviceOf(rule, gait),
    report: null };
}
