; What electron-builder's own script does around build/electron/installer.nsh, as far as it matters to it. Its plug-ins
; are not among the packages of npm or Debian.
Unicode true
Target amd64-unicode
!include LogicLib.nsh
!include FileFunc.nsh
!ifndef WITHOUT_UNINSTALLER
  !define BUILD_UNINSTALLER
!endif
Name "Ventanilla"
OutFile "${OUT_FILE}"
RequestExecutionLevel user
SilentInstall silent
InstallDir "$LOCALAPPDATA\Programs\Ventanilla"
Var newStartMenuLink
Var update
!macro _isUpdated _a _b _t _f
  StrCmp "$update" "1" `${_t}` `${_f}`
!macroend
!define isUpdated `"" isUpdated ""`
!include "${INCLUDED}"

Function .onInit
  !insertmacro customInit
FunctionEnd

Section
  SetOutPath "$INSTDIR"
  !ifdef BUILD_UNINSTALLER
    WriteUninstaller "$INSTDIR\Uninstall Ventanilla.exe"
  !endif
  StrCpy $update "0"
  StrCpy $newStartMenuLink "$SMPROGRAMS\Ventanilla.lnk"
  CreateShortCut "$newStartMenuLink" "$INSTDIR\Ventanilla.exe"
  !insertmacro customInstall
SectionEnd

!ifdef BUILD_UNINSTALLER
Function un.onInit
  StrCpy $update "0"
  ${GetParameters} $R0
  ClearErrors
  ${GetOptions} $R0 "--updated" $R1
  ${IfNot} ${Errors}
    StrCpy $update "1"
  ${EndIf}
  !insertmacro customUnInit
FunctionEnd

Section un.Ventanilla
  !insertmacro customUnInstall
SectionEnd
!endif
