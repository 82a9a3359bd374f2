/** What draws WebGL: a graphics processor, or a program on the main processor. */

/** Names that browsers give for drawing without a graphics processor. */
const PROGRAMS = /swiftshader|llvmpipe|softpipe|basic render/i;

/** True when smooth edges would cost several frames. False when the browser hides what it draws with. */
export function drawsWithoutGpu(): boolean {
  const context = new OffscreenCanvas(1, 1).getContext("webgl2");
  const info = context?.getExtension("WEBGL_debug_renderer_info");
  const name = info ? String(context!.getParameter(info.UNMASKED_RENDERER_WEBGL)) : "";
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return PROGRAMS.test(name);
}
