@echo off
rem Checks the animation files in a folder: drop the folder onto this file, or run
rem
rem     check-folder.bat FOLDER
rem
rem gait.exe must be in the folder of this file or in PATH. The findings are written to a text file
rem next to the folder, and the number of findings per rule is shown. The exit code is that of
rem gait check: 0 no errors, 1 errors, 2 nothing to check, 3 a file cannot be read or written.

rem Without delayed expansion, "!" is an ordinary character. All paths are in quotes because of "&".
setlocal EnableExtensions DisableDelayedExpansion
set "folder=%~1"
set "by_explorer="

rem Explorer starts  cmd.exe /c ""this file" FOLDER"  and puts FOLDER in quotes only if it has
rem spaces, so that cmd splits it at "&". This line is therefore read as it is, with "?" for quotes.
set "line=%cmdcmdline:"=?%"
set "rest=%line: /c ??=%"
if "%rest%"=="%line%" goto check
set "by_explorer=1"
set "rest=%line:*.bat? =%"
set "folder=%rest:?=%"

:check
set "code=2"
if "%folder%"=="" echo Drop a folder onto this file, or run: check-folder.bat FOLDER
if "%folder%"=="" goto end
if not exist "%folder%" echo There is no folder "%folder%". Drop one folder at a time.
if not exist "%folder%" goto end
rem The full path, without "\" at its end, which would hide the quote that follows.
for %%I in ("%folder%\.") do set "folder=%%~fI"
set "report=%folder%.gait-check.txt"
if "%folder:~-1%"=="\" set "report=%folder%gait-check.txt"
if "%folder:~-1%"=="\" set "folder=%folder%."

set "gait=gait.exe"
if exist "%~dp0gait.exe" set "gait=%~dp0gait.exe"
"%gait%" check -q -v "%folder%" >"%report%" 2>&1
set "code=%errorlevel%"
if "%code%"=="9009" goto no_gait
"%gait%" check --min-severity warning --summary "%folder%"
set "code=%errorlevel%"
echo.
for %%I in ("%report%") do if "%%~zI"=="0" del "%report%"
if exist "%report%" echo All findings: "%report%"
goto end

:no_gait
echo gait.exe is neither in "%~dp0" nor in PATH.
del "%report%"
set "code=3"

:end
rem The exit prevents that cmd runs what follows the "&".
if defined by_explorer pause
if defined by_explorer exit %code%
exit /b %code%
