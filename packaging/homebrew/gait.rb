class Gait < Formula
  desc "Skeletal animation files of Arma and S.T.A.L.K.E.R."
  homepage "https://github.com/gait-tools/gait"
  url "https://github.com/gait-tools/gait/releases/download/v@VERSION@/gait-@VERSION@-source.tar.gz"
  sha256 "@SHA256_SOURCE@"
  license "MIT"

  depends_on "cmake" => :build

  def install
    system "cmake", "-S", ".", "-B", "build", "-DGAIT_BUILD_TESTS=OFF", *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
    pkgshare.install "samples"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/gait version")
    system bin/"gait", "check", pkgshare/"samples/walk.rtm"
    system bin/"gait", "convert", pkgshare/"samples/stalker.omf", testpath/"stalker.glb"
    assert_path_exists testpath/"stalker.glb"
  end
end
