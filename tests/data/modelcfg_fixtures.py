"""Configs with skeletons, good and sloppy."""
from builders import Bytes


def text(source, encoding="cp1251"):
    """A config; <<name>> in it is a place, not text."""
    out = Bytes()
    for number, part in enumerate(source.split("<<")):
        name, _, rest = part.partition(">>") if number else ("", "", part)
        if number:
            out.at(name)
        out.raw(rest.encode(encoding))
    return out.at("end")


def skeleton(bones='"root", "", "spine", "root"', more="", name="Man", base=""):
    return f"class {name}{base} {{ isDiscrete = 0; skeletonBones[] = {{{bones}}}; {more} }};\n"


def skeletons(*classes):
    return "class CfgSkeletons {\n" + "".join(classes) + "};\n"


def models(content):
    return "class CfgModels {\n" + content + "};\n"


def good(add):
    add("plain.cfg", text(skeletons(skeleton()) + models(
        'class Default {}; class walk : Default { skeletonName = "Man"; };\n')))
    add("crlf.cfg", text(skeletons(skeleton()).replace("\n", "\r\n")))
    add("old_mac.cfg", text(skeletons(skeleton("// nothing\n")).replace("\n", "\r")))
    add("byte_mark.cfg", text("\ufeff" + skeletons(skeleton('"Кость", ""')), "utf-8"))
    add("cyrillic.cfg", text(skeletons(skeleton('"Кость", "", "рука", "Кость"'))))
    add("any_case.cfg", text(
        'CLASS cfgSKELETONS { class man { SKELETONBONES[] = {"A", "", "b", "a"}; }; };'))
    add("comments.cfg", text("// class X {\n/* class Y {\n */" + skeletons(skeleton(
        '"root"/*the first*/, "", // "not", "this",\n"spine", "root"'))))
    add("inherits.cfg", text(skeletons(
        skeleton('"head", "neck", "neck", ""', name="Head"),
        skeleton('"arm", "neck", "hand", "arm"', 'skeletonInherit = "head";'),
        "class Same : Man {};\n",
        skeleton('"arm", "neck"', name="Other", base=" : Man"),
        'class More : Man { skeletonBones[] += {"finger", "hand"}; };\n')))
    add("child_first.cfg", text(skeletons(skeleton('"hand", "arm", "arm", "root", "root", ""'))))
    add("bare_words.cfg", text(skeletons(skeleton("root, \"\", arm, root"),
                                         "class B { skeletonInherit = Man; isDiscrete = true; };")))
    add("quotes.cfg", text(skeletons(skeleton('"the ""big"" bone", "", "b", "the ""big"" bone"'))))
    add("two_blocks.cfg", text(skeletons(skeleton()) + skeletons(skeleton(name="Dog"))))
    add("pivots.cfg", text(skeletons(
        skeleton(more='pivotsModel = "\\\\p\\\\man.p3d";'.replace("\\\\", "\\")),
        skeleton(name="Dog")) +
        'class CfgSkeletonParameters { class Dog { pivotsModel = "p\\dog.p3d"; }; };\n'))
    add("declared.cfg", text(skeletons("class Default;\n", skeleton(base=" : <<base>>Default"))),
        "CFG041@base")
    add("declared_and_defined.cfg", text(skeletons(
        "class Default;\n", skeleton(base=" : Default"), "class Default {};\n")))
    add("last_comma.cfg", text(skeletons(skeleton('"root", "", <<brace>>'))), "CFG016@brace")
    add("delete.cfg", text(skeletons("delete Old;\n", skeleton()) + models("delete Old;\n")))
    add("directives.cfg", text(
        "<<define>>#define BONES { \\\n  \"a\", \"\" \\  \r\n}\n#ifdef X\n#endif\n"
        + skeletons(skeleton())), "CFG021@define")
    add("macros.cfg", text(
        "<<macro>>PREPARE(class, 1)\nTIDY(class A {, 2);\n" +
        skeletons("OTHER;\nMORE\n", skeleton()) +
        models("class DOUBLE(a, b) : Default { x = EVAL(1, {2}); y[] = {EVAL(3, 4), 5}; };\n"
               "class Default {};\n")), "CFG022@macro")
    add("nothing.cfg", text(models("class a {};\n")))
    add("nested_values.cfg", text(skeletons(skeleton()) + models(
        "class a { x[] = {{1, 2}, {}, {3, {4}}}; class b { class c { d = 1; }; }; };\n")))
    add("empty_statements.cfg", text(";;" + skeletons(skeleton(more=";;"), ";") + ";"))


def signs(add):
    add("quote.cfg", text(skeletons(skeleton(more=' y = <<quote>>"open;\n'))),
        "CFG010@quote")
    add("quote_in_array.cfg", text(skeletons(skeleton()) + models(
        'class a { sections[] = {\n"one",\n<<quote>>"two,\n"three"\n}; };\n')), "CFG010@quote")
    add("comment.cfg", text(skeletons(skeleton()) + "<<comment>>/* and so on"), "CFG011@comment")
    add("open_class.cfg", text("class CfgSkeletons {\n<<man>>class Man { isDiscrete = 1;"),
        "CFG012@man")
    add("stray_brace.cfg", text(skeletons(skeleton(), "};\n").rstrip().rstrip(";")
                                .rstrip("}") + "<<brace>>};\n"), "CFG013@brace")
    add("no_semicolon.cfg", text(
        'class CfgSkeletons { class Man { isDiscrete = 1<<value>>\n skeletonBones[] = {"a", ""}\n'
        "}\n}\n"), "CFG014@value")
    add("no_comma.cfg", text(skeletons(skeleton('"root" <<item>>"", "b" "root"'))), "CFG015@item")
    add("semicolon_for_comma.cfg", text(skeletons(skeleton('"root", ""<<sign>>; "b", "root"'))),
        "CFG015@sign")
    add("open_array.cfg", text(
        'class CfgSkeletons { class Man { skeletonBones[] = {"a", ""<<sign>>; x = 1; }; };'),
        "CFG017@sign")
    add("open_array_class.cfg", text(
        'class CfgSkeletons { class Man { skeletonBones[] = {"a", "" <<word>>class Dog {}; }; };'),
        "CFG017@word")
    add("stray.cfg", text(skeletons("<<sign>>= (", skeleton(), '"text"')), "CFG018@sign")
    add("words_before_brace.cfg", text(skeletons("class Man <<word>>of War { };")), "CFG018@word")
    add("nameless_class.cfg", text(skeletons(skeleton(), "<<brace>>{ a = 1; };")), "CFG024@brace")
    add("class_without_name.cfg", text(skeletons("class <<brace>>{ a = 1; };")), "CFG024@brace")
    add("expression.cfg", text(skeletons(skeleton(more='x = "a" <<more>>+ "b";'))),
        "CFG018@more+-1")
    add("control.cfg", text(skeletons(skeleton(), "//" + 512 * "-" + "\n<<sign>>\x01")),
        "CFG019@sign")
    add("include.cfg", text('<<line>>#include "other.hpp"\n' + skeletons(skeleton())),
        "CFG020@line")
    add("class_twice.cfg", text(skeletons(skeleton(), skeleton('"x", ""', name="<<name>>Man"))),
        "CFG023@name")
    add("value_twice.cfg", text(skeletons(
        'class Man { skeletonBones[] = {"a", ""}; <<name>>skeletonBones[] = {"b", ""}; };')),
        "CFG023@name")


def trees(add):
    add("odd.cfg", text(skeletons(skeleton('"a", "", <<last>>"b"'))), "CFG030@last+1")
    add("nested.cfg", text(skeletons(skeleton('"a", "", <<inner>>{"b", "a"}'))), "CFG031@inner")
    add("nameless_bone.cfg", text(skeletons(skeleton('"a", "", <<bone>>"", "a"'))),
        "CFG032@bone+1")
    add("bone_twice.cfg", text(skeletons(skeleton('"a", "", "b", "a", <<bone>>"A", "b"'))),
        "CFG033@bone+1")
    add("bone_inherited_twice.cfg", text(skeletons(skeleton(), skeleton(
        '<<bone>>"root", ""', 'skeletonInherit = "Man";', name="Dog"))), "CFG033@bone+1")
    add("lost_parent.cfg", text(skeletons(skeleton('"a", <<parent>>"nobody"'))),
        "CFG034@parent+1")
    add("circle.cfg", text(skeletons(skeleton('"r", "", <<bone>>"a", "c", "b", "a", "c", "b"'))),
        "CFG035@bone+1", status="corrupt")
    add("own_parent.cfg", text(skeletons(skeleton('<<bone>>"a", "a"'))), "CFG035@bone+1",
        status="corrupt")
    add("no_base.cfg", text(skeletons(skeleton(base=" : <<base>>Nobody"))), "CFG040@base")
    add("no_inherited.cfg", text(skeletons(skeleton(more='skeletonInherit = <<name>>"Head";'))),
        "CFG042@name+1")
    add("own_base.cfg", text(skeletons(skeleton(name="<<name>>Man", base=" : Man"))),
        "CFG043@name")
    add("base_circle.cfg", text(skeletons(
        skeleton(name="<<name>>A", base=" : B"), skeleton(name="B", base=" : A"))), "CFG043@name")
    add("inherited_circle.cfg", text(skeletons(
        skeleton('"a", ""', 'skeletonInherit = "B";', name="<<name>>A"),
        skeleton('"b", "a"', 'skeletonInherit = "A";', name="B"))), "CFG043@name")
    add("no_skeleton.cfg", text(skeletons(skeleton()) + models(
        'class a { skeletonName = <<name>>"Dog"; };\n')), "CFG044@name+1")


def refused(add):
    add("binary.cfg", Bytes().raw(b"\0raP\0\0\0\0\x08\0\0\0"), "CFG001@0",
        status="unsupported")
    add("too_deep.cfg", text("class CfgSkeletons {" + "class a {" * 63 + "class a <<brace>>{"),
        "CFG002@brace", status="corrupt")
    add("array_too_deep.cfg", text("class CfgSkeletons { x[] = " + "{" * 64 + "<<brace>>{"),
        "CFG002@brace", status="corrupt")
    add("cut_array.cfg", text(
        'class CfgSkeletons { class Man { skeletonBones[] = <<array>>{"a",'),
        "CFG003@array", status="truncated")
    many = skeleton(",".join(f'"{i:x}",""' for i in range(1100)), name="<<name>>A")
    spread = "".join(f"class B{i}:A{{}};" for i in range(1000))
    add("too_much.cfg", text(skeletons(many, spread)), "CFG004@name", status="unsupported")


def add_all(add):
    good(lambda *values, **named: add("modelcfg/ok", *values, **named))
    for group in (signs, trees, refused):
        group(lambda *values, **named: add("modelcfg/bad", *values, **named))
