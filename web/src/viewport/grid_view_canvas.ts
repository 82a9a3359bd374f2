/** Draws many figures of lines with one call of WebGL 2: joints are read from a texture. */
import { themeColor } from "../dom";
import { Color } from "three";

const WIDTH = 1024;
const YAW = 0.6;
const PITCH = 0.18;

const VERTEX = `#version 300 es
precision highp float;
precision highp sampler2D;
in vec4 link; // joint, joint, figure, side
uniform sampler2D joints;
uniform sampler2D cells; // 2 texels each: centre and half size in pixels; middle in metres, scale
uniform vec2 screen;
uniform vec4 turn; // cosines and sines of yaw and pitch
uniform float thickness;
uniform vec3 colors[3];
out vec3 color;
out vec2 inside;
vec2 project(float joint, vec4 place, vec4 middle) {
  int index = int(joint);
  vec3 at = texelFetch(joints, ivec2(index % ${WIDTH}, index / ${WIDTH}), 0).xyz - middle.xyz;
  float x = at.x * turn.x - at.z * turn.y;
  float z = at.x * turn.y + at.z * turn.x;
  return place.xy + vec2(x, -(at.y * turn.z - z * turn.w)) * middle.w;
}
void main() {
  int cell = int(link.z) * 2;
  vec4 place = texelFetch(cells, ivec2(cell % ${WIDTH}, cell / ${WIDTH}), 0);
  vec4 middle = texelFetch(cells, ivec2(cell % ${WIDTH} + 1, cell / ${WIDTH}), 0);
  vec2 from = project(link.x, place, middle);
  vec2 to = project(link.y, place, middle);
  vec2 along = to - from;
  float size = length(along);
  along = size > 0.01 ? along / size : vec2(1.0, 0.0);
  vec2 across = vec2(-along.y, along.x);
  float end = (gl_VertexID & 1) == 0 ? -1.0 : 1.0;
  float side = gl_VertexID < 2 ? -1.0 : 1.0;
  vec2 at = (end < 0.0 ? from : to) + (along * end + across * side) * thickness * 0.5;
  inside = (at - place.xy) / place.zw;
  color = colors[int(link.w)];
  gl_Position = vec4(at.x / screen.x * 2.0 - 1.0, 1.0 - at.y / screen.y * 2.0, 0.0, 1.0);
}`;

const FRAGMENT = `#version 300 es
precision mediump float;
in vec3 color;
in vec2 inside;
out vec4 result;
void main() {
  if (max(abs(inside.x), abs(inside.y)) > 1.0) discard;
  result = vec4(color, 1.0);
}`;

/** A figure: where it is drawn, in pixels of CSS, and its middle and scale. */
export interface DrawnCell {
  x: number;
  y: number;
  halfWidth: number;
  halfHeight: number;
  /** Pixels of CSS per metre. */
  scale: number;
}

export class GridViewCanvas {
  private program!: WebGLProgram;
  private buffer!: WebGLBuffer;
  private links = new Float32Array();
  private texels = [new Float32Array(), new Float32Array()];
  private rows = [0, 0];
  private gl: WebGL2RenderingContext;
  private density = 1;

  /** Throws when the browser has no WebGL 2. */
  constructor(readonly canvas: HTMLCanvasElement) {
    const gl = canvas.getContext("webgl2", { antialias: true, alpha: true });
    if (!gl) {
      throw new Error("no WebGL 2");
    }
    this.gl = gl;
    this.prepare();
  }

  /** Makes all objects of the context, also after it was restored. */
  prepare(): void {
    const { gl } = this;
    this.program = gl.createProgram();
    for (const [type, source] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]] as
      const) {
      const shader = gl.createShader(type)!;
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(this.program, shader);
    }
    gl.bindAttribLocation(this.program, 0, "link");
    gl.linkProgram(this.program);
    gl.useProgram(this.program);
    this.buffer = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 4, gl.FLOAT, false, 0, 0);
    gl.vertexAttribDivisor(0, 1);
    for (const unit of [0, 1]) {
      gl.activeTexture(gl.TEXTURE0 + unit);
      gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
      gl.uniform1i(this.place(unit === 0 ? "joints" : "cells"), unit);
    }
    this.rows = [0, 0];
    gl.uniform4f(this.place("turn"), Math.cos(YAW), Math.sin(YAW), Math.cos(PITCH),
      Math.sin(PITCH));
    this.paint();
    gl.bufferData(gl.ARRAY_BUFFER, this.links, gl.DYNAMIC_DRAW);
  }

  private place(name: string): WebGLUniformLocation | null {
    return this.gl.getUniformLocation(this.program, name);
  }

  /** Applies the colours of the theme. */
  paint(): void {
    const colors = ["middle", "left", "right"].flatMap((name) =>
      new Color(themeColor(name)).convertLinearToSRGB().toArray());
    this.gl.uniform3fv(this.place("colors"), colors);
  }

  resize(width: number, height: number): void {
    this.density = Math.min(devicePixelRatio, 2);
    this.canvas.width = Math.max(1, Math.round(width * this.density));
    this.canvas.height = Math.max(1, Math.round(height * this.density));
    this.gl.viewport(0, 0, this.canvas.width, this.canvas.height);
    this.gl.uniform2f(this.place("screen"), this.canvas.width, this.canvas.height);
    this.gl.uniform1f(this.place("thickness"), 1.6 * this.density);
  }

  /** The lines of all figures, 4 numbers each: joint, joint, figure, side. */
  setLinks(links: Float32Array<ArrayBuffer>): void {
    this.links = links;
    this.gl.bufferData(this.gl.ARRAY_BUFFER, this.links, this.gl.DYNAMIC_DRAW);
  }

  /**
   * Draws the figures. `joints` has 3 numbers per joint, `middles` 3 per figure. A cell that is
   * null is not drawn.
   */
  draw(joints: Float32Array, middles: Float32Array, cells: readonly (DrawnCell | null)[]): void {
    const { gl, density } = this;
    gl.clear(gl.COLOR_BUFFER_BIT);
    if (cells.length === 0 || this.links.length === 0) {
      return;
    }
    this.upload(0, 3, joints.length / 3, joints);
    const places = new Float32Array(cells.length * 8);
    cells.forEach((cell, index) => {
      places.set(cell ? [cell.x * density, cell.y * density, cell.halfWidth * density,
        cell.halfHeight * density, middles[index * 3]!, middles[index * 3 + 1]!,
        middles[index * 3 + 2]!, cell.scale * density] : [-1e6, -1e6, 1, 1, 0, 0, 0, 0], index * 8);
    });
    this.upload(1, 4, cells.length * 2, places);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.links.length / 4);
  }

  private upload(unit: number, parts: 3 | 4, count: number, numbers: Float32Array): void {
    const { gl } = this;
    const rows = Math.ceil(count / WIDTH);
    const form = parts === 3 ? gl.RGB : gl.RGBA;
    gl.activeTexture(gl.TEXTURE0 + unit);
    if (rows > this.rows[unit]!) {
      this.rows[unit] = rows;
      this.texels[unit] = new Float32Array(rows * WIDTH * parts);
      gl.texImage2D(gl.TEXTURE_2D, 0, parts === 3 ? gl.RGB32F : gl.RGBA32F, WIDTH, rows, 0, form,
        gl.FLOAT, null);
    }
    this.texels[unit]!.set(numbers);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, WIDTH, rows, form, gl.FLOAT,
      this.texels[unit]!.subarray(0, rows * WIDTH * parts));
  }
}
