import { GaitError, type Gait } from "gait";
import type { Problem } from "./protocol";

/** What an error says, in a form that can be posted. */
export function describeProblem(error: unknown, gait: Gait | null): Problem {
  if (error instanceof GaitError) {
    const { message, status, rule, offset, file, line, report } = error;
    const advice = rule && gait
      ? gait.rules().rules.find((one) => one.id === rule)?.advice ?? null : null;
    return { message, status, rule, offset, file, line, advice, report };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { message, status: "unknown", rule: null, offset: null, file: null, line: null,
    advice: null, report: null };
}
