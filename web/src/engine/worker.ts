/** The worker of the engine or of a task, by the name that the page gives it. */
import { Engine } from "./engine";
import { serve } from "./serve";
import { Tasks } from "./tasks";

const calls = self.name === "gait-engine" ? new Engine() : new Tasks();
type Calls = Record<string, (...values: never[]) => unknown>;
serve(new Proxy({} as Calls, {
  get: (_, method: string) => {
    const run = (calls as unknown as Calls)[method];
    return run && ((...values: never[]) => run.apply(calls, values));
  },
}), () => calls.gait ?? null);
