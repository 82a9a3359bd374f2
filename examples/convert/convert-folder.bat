@echo off
rem Converts animation files: drop a folder or several files onto this file, or run
rem
rem     convert-folder.bat FOLDER
rem     convert-folder.bat FILE FILE ...
rem
rem The outputs are written to a folder with the name of the format, such as "glb", next to the
rem given folder, or next to the folder of the given files. Existing files are not overwritten.
rem gait.exe must be in the folder of this file or in PATH. The exit code is that of gait convert:
rem 0 all is converted, 2 wrong use, 3 a file cannot be read or written, or exists already.

setlocal EnableExtensions DisableDelayedExpansion

rem ---- Edit these lines -------------------------------------------------------------------------

rem The format of the outputs: glb, gltf, bvh, omf, rtm, ... (all: gait formats).
set "format=glb"

rem The skeleton: a model of the game (.ogf), a model.cfg, or the name of a built-in skeleton (all:
rem gait skeleton --list). If it is empty, Gait searches for the skeleton of each file.
set "skeleton="

rem The names of the outputs. Formats such as bvh and rtm contain one clip; for these, use
rem set "names=\{dir}\{name}\{clip}.{ext}"
set "names="

rem More options of gait convert, for example --update, which converts again what has changed.
set "options="

rem -----------------------------------------------------------------------------------------------

rem Without delayed expansion, "!" is an ordinary character. All paths are in quotes because of "&".
set "tools=%~dp0"
set "by_explorer="
set "files="
set "out="
if defined skeleton set options=%options% --skeleton "%skeleton%"

rem Explorer starts  cmd.exe /c ""this file" PATH PATH"  and puts a path in quotes only if it has
rem spaces, so that cmd splits it at "&". This line is therefore read as it is, with "?" for quotes.
set "line=%cmdcmdline:"=?%"
set "rest=%line: /c ??=%"
if "%rest%"=="%line%" goto next_argument
set "by_explorer=1"
set "rest=%line:*.bat? =%"
rem The last quote ends the whole command.
set "rest=%rest:~0,-1%"

:next_dropped
if not defined rest goto convert
if "%rest:~0,1%"==" " goto skip_space
if "%rest:~0,1%"=="?" goto take_quoted
for /f "tokens=1* delims= " %%I in ("%rest%") do (
    set "path_given=%%I"
    set "rest=%%J"
)
goto add

:skip_space
set "rest=%rest:~1%"
goto next_dropped

:take_quoted
for /f "tokens=1* delims=?" %%I in ("%rest%") do (
    set "path_given=%%I"
    set "rest=%%J"
)
goto add

:next_argument
set "path_given=%~1"
if not defined path_given goto convert
shift /1

:add
set "code=2"
if not exist "%path_given%" echo There is no file or folder "%path_given%".
if not exist "%path_given%" goto end
if exist "%path_given%\*" goto add_folder
for %%I in ("%path_given%") do (
    set "path_full=%%~fI"
    set "folder=%%~dpI"
    call :append
)
goto added
:add_folder
rem The full path, without "\" at its end, which would hide the quote that follows.
for %%I in ("%path_given%\.") do set "path_full=%%~fI"
set "folder=%path_full%\"
if "%path_full:~-1%"=="\" set "path_full=%path_full%."
call :append
:added
if defined by_explorer goto next_dropped
goto next_argument

:append
set files=%files% "%path_full%"
if not defined out for %%I in ("%folder%..") do set "out=%%~fI"
exit /b 0

:convert
set "code=2"
if not defined files echo Drop a folder or files onto this file, or run: convert-folder.bat FOLDER
if not defined files goto end
if "%out:~-1%"=="\" set "out=%out:~0,-1%"
set "out=%out%\%format%"

set "gait=gait.exe"
if exist "%tools%gait.exe" set "gait=%tools%gait.exe"
"%gait%" convert %files% --to %format% --out "%out%%names%" %options%
set "code=%errorlevel%"
if "%code%"=="9009" goto no_gait
echo.
if exist "%out%" echo Outputs: "%out%"
goto end

:no_gait
echo gait.exe is neither in "%tools%" nor in PATH.
set "code=3"

:end
rem The exit prevents that cmd runs what follows the "&".
if defined by_explorer pause
if defined by_explorer exit %code%
exit /b %code%
