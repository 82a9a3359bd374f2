// Lists the clips of an animation file of any format, in C++17: list_clips_cpp FILE
#include <gait/gait.h>

#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

void check(gait_status status, const std::string &what) {
    if (status != GAIT_OK) {
        throw std::runtime_error(what + ": " + gait_status_name(status));
    }
}

// An open file with the path and the bytes that it borrows; members are destroyed in reverse order.
class File {
  public:
    explicit File(const std::string &path) : path_(path), bytes_(read(path)) {
        gait_diagnostic first = {};
        gait_diagnostics found = {};
        found.items = &first;
        found.capacity = 1;
        gait_options options = {};
        options.diagnostics = &found;
        gait_file *file = nullptr;
        gait_status status =
            gait_file_open({bytes_.data(), bytes_.size()}, path_.c_str(), &options, &file);
        file_.reset(file);
        check(status, found.count > 0 ? path + ": " + first.text : path);
    }

    const gait_file *get() const {
        return file_.get();
    }

  private:
    struct Free {
        void operator()(gait_file *file) const {
            gait_file_free(file);
        }
    };

    static std::vector<std::uint8_t> read(const std::string &path) {
        std::vector<std::uint8_t> bytes(std::filesystem::file_size(path));
        std::ifstream stream(path, std::ios::binary);
        stream.read(reinterpret_cast<char *>(bytes.data()),
                    static_cast<std::streamsize>(bytes.size()));
        if (!stream) {
            throw std::runtime_error(path + ": cannot be read");
        }
        return bytes;
    }

    std::string path_;
    std::vector<std::uint8_t> bytes_;
    std::unique_ptr<gait_file, Free> file_;
};

// The name as UTF-8: in the files of games, names are in a Windows code page.
std::string name_of(const gait_clip_info &clip, std::uint32_t code_page) {
    if (clip.name_is_utf8) {
        return {clip.name.data, clip.name.data + clip.name.size};
    }
    struct Buffer : gait_buffer {
        Buffer() : gait_buffer{} {
        }
        ~Buffer() {
            gait_buffer_free(this);
        }
    } text;
    check(gait_name_to_utf8(clip.name, code_page, &text), "clip name");
    return {text.data, text.data + text.size};
}

void list_clips(const gait_file *file) {
    std::printf("%s, %u bones, %u clips\n", gait_format_get_info(gait_file_format(file))->title,
                static_cast<unsigned>(gait_file_bone_count(file)),
                static_cast<unsigned>(gait_file_clip_count(file)));
    for (std::uint32_t i = 0; i < gait_file_clip_count(file); i++) {
        const gait_clip_info clip = gait_file_clip_info(file, i);
        std::printf("%s: %u frames", name_of(clip, gait_file_code_page(file)).c_str(),
                    static_cast<unsigned>(clip.frame_count));
        if (clip.duration_s >= 0) {
            std::printf(", %.2f s", clip.duration_s);
        }
        if (clip.loop >= 0) {
            std::printf(", %s", clip.loop ? "loops" : "plays once");
        }
        std::printf(", %u events\n", static_cast<unsigned>(clip.event_count));
    }
}

} // namespace

int main(int argc, char **argv) {
    if (argc != 2) {
        std::fputs("usage: list_clips_cpp FILE\n", stderr);
        return 2;
    }
    try {
        list_clips(File(argv[1]).get());
    } catch (const std::exception &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
