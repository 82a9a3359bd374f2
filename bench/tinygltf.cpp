/* Writes the same animations with tinygltf: one buffer and view, accessors with offsets. */
#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#include <tiny_gltf.h>

#include <cstring>

#define _Noreturn
extern "C" {
#include "bench.h"
}

namespace {

class Writer {
  public:
    explicit Writer(const bench_floats &given) : floats(given) {
    }

    bool write(const char *path) {
        reserve();
        add_nodes();
        const int times = add(floats.times, floats.frames, TINYGLTF_TYPE_SCALAR);
        model.accessors[0].minValues = {floats.times[0]};
        model.accessors[0].maxValues = {floats.times[floats.frames - 1]};
        for (uint32_t m = 0; m < floats.motions; m++) {
            add_motion(m, times);
        }
        finish();
        tinygltf::TinyGLTF gltf;
        return gltf.WriteGltfSceneToFile(&model, path, false, true, false, true);
    }

  private:
    void reserve() {
        const size_t keys = size_t(floats.motions) * floats.frames;
        data.reserve((keys * BENCH_BONES * 4 + keys * BENCH_MOVED * 3 + floats.frames) * 4);
        model.accessors.reserve(size_t(floats.motions) * (BENCH_BONES + BENCH_MOVED) + 1);
        model.animations.reserve(floats.motions);
    }

    void add_nodes() {
        tinygltf::Scene scene;
        for (int b = 0; b < BENCH_BONES; b++) {
            tinygltf::Node node;
            node.name = "bone_" + std::to_string(b);
            if (b + 1 < BENCH_BONES) {
                node.children.push_back(b + 1);
            }
            model.nodes.push_back(node);
        }
        scene.nodes.push_back(0);
        model.scenes.push_back(scene);
        model.defaultScene = 0;
        model.asset.version = "2.0";
    }

    int add(const float *values, uint32_t count, int type) {
        const size_t size = size_t(count) * tinygltf::GetNumComponentsInType(uint32_t(type)) * 4;
        const auto *bytes = reinterpret_cast<const unsigned char *>(values);
        tinygltf::Accessor accessor;
        accessor.bufferView = 0;
        accessor.byteOffset = data.size();
        accessor.componentType = TINYGLTF_COMPONENT_TYPE_FLOAT;
        accessor.count = count;
        accessor.type = type;
        data.insert(data.end(), bytes, bytes + size);
        model.accessors.push_back(std::move(accessor));
        return int(model.accessors.size()) - 1;
    }

    void add_channel(tinygltf::Animation &animation, int times, int output, int node,
                     const char *path) {
        tinygltf::AnimationSampler sampler;
        tinygltf::AnimationChannel channel;
        sampler.input = times;
        sampler.output = output;
        channel.sampler = int(animation.samplers.size());
        channel.target_node = node;
        channel.target_path = path;
        animation.samplers.push_back(std::move(sampler));
        animation.channels.push_back(std::move(channel));
    }

    void add_motion(uint32_t m, int times) {
        const uint32_t frames = floats.frames;
        const float *rotation = floats.rotations + size_t(m) * BENCH_BONES * frames * 4;
        const float *translation = floats.translations + size_t(m) * BENCH_MOVED * frames * 3;
        tinygltf::Animation animation;
        animation.name = "motion_" + std::to_string(m);
        for (int b = 0; b < BENCH_BONES; b++, rotation += size_t(frames) * 4) {
            add_channel(animation, times, add(rotation, frames, TINYGLTF_TYPE_VEC4), b, "rotation");
        }
        for (int b = 0; b < BENCH_MOVED; b++, translation += size_t(frames) * 3) {
            add_channel(animation, times, add(translation, frames, TINYGLTF_TYPE_VEC3), b,
                        "translation");
        }
        model.animations.push_back(std::move(animation));
    }

    void finish() {
        tinygltf::Buffer buffer;
        tinygltf::BufferView view;
        view.buffer = 0;
        view.byteLength = data.size();
        buffer.data = std::move(data);
        model.buffers.push_back(std::move(buffer));
        model.bufferViews.push_back(view);
    }

    const bench_floats &floats;
    tinygltf::Model model;
    std::vector<unsigned char> data;
};

} // namespace

extern "C" bool bench_tinygltf_write(const bench_floats *floats, const char *path) {
    return Writer(*floats).write(path);
}
