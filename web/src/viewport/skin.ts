/** The mesh of a model, which the bones of the figure move. */
import { Bone as Joint, BufferAttribute, BufferGeometry, Color, DetachedBindMode, Group, Matrix4,
  MeshLambertMaterial, Skeleton, SkinnedMesh } from "three";
import { themeColor } from "../dom";
import type { MeshFound } from "../engine/protocol";
import { watchTheme } from "./screen";

export class Skin {
  readonly group = new Group();
  private found: MeshFound | null = null;
  private mesh: SkinnedMesh<BufferGeometry, MeshLambertMaterial> | null = null;
  private material = new MeshLambertMaterial();

  constructor() {
    this.paint();
    watchTheme(() => this.paint());
  }

  private paint(): void {
    this.material.color = new Color(themeColor("mesh"));
  }

  /** Replaces the mesh. */
  show(found: MeshFound | null): void {
    if (this.mesh) {
      this.group.remove(this.mesh);
      this.mesh.geometry.dispose();
      this.mesh.skeleton.dispose();
    }
    this.found = found;
    this.mesh = found && new SkinnedMesh(geometryOf(found), this.material);
    if (this.mesh) {
      this.mesh.bindMode = DetachedBindMode; // poses are relative to the group
      this.mesh.bind(skeletonOf(found!), new Matrix4());
      this.mesh.frustumCulled = false;
      this.group.add(this.mesh);
    }
  }

  set wireframe(isOn: boolean) {
    this.material.wireframe = isOn;
  }

  /** Moves the mesh. `pose`: 16 numbers per bone in model space; null: the bind pose. */
  setPose(pose: Float32Array | null): void {
    this.found?.bones.forEach((bone, index) => {
      const { matrixWorld } = this.mesh!.skeleton.bones[index]!;
      if (pose && bone >= 0) {
        matrixWorld.fromArray(pose, bone * 16);
      } else {
        matrixWorld.copy(this.mesh!.skeleton.boneInverses[index]!).invert();
      }
    });
  }
}

/** Vertices that no bone moves get a joint of their own, the last one. */
function geometryOf({ positions, normals, joints, weights, triangles, bones }: MeshFound):
  BufferGeometry {
  for (let vertex = 0; vertex < weights.length; vertex += 4) {
    if (weights[vertex] === 0) {
      joints[vertex] = bones.length;
      weights[vertex] = 1;
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(positions, 3));
  geometry.setAttribute("normal", new BufferAttribute(normals, 3));
  geometry.setAttribute("skinIndex", new BufferAttribute(joints, 4));
  geometry.setAttribute("skinWeight", new BufferAttribute(weights, 4));
  geometry.setIndex(new BufferAttribute(triangles, 1));
  return geometry;
}

/** The joints are not in the scene: setPose() sets their matrices. */
function skeletonOf({ bones, inverses }: MeshFound): Skeleton {
  const matrices = Array.from({ length: bones.length + 1 }, (_, index) =>
    index * 16 < inverses.length ? new Matrix4().fromArray(inverses, index * 16) : new Matrix4());
  return new Skeleton(matrices.map(() => new Joint()), matrices);
}
