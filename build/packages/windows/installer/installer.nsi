; Installer of the lightweight edition for Windows, per user. ../installer.ts compiles it and defines its values.
Unicode true
Target amd64-unicode
!addincludedir "${__FILEDIR__}"
!include MUI2.nsh
!include LogicLib.nsh
!include FileFunc.nsh
!include WordFunc.nsh
!include WinVer.nsh

Name "${TITLE}"
OutFile "${OUT_FILE}"
InstallDir "$LOCALAPPDATA\Programs\${TITLE}"
InstallDirRegKey HKCU "Software\Microsoft\Windows\CurrentVersion\Uninstall\${TITLE}" "InstallLocation"
RequestExecutionLevel user
ManifestSupportedOS Win10
ManifestDPIAware true
ManifestLongPathAware true
SetCompressor ${COMPRESSOR}
!if "${COMPRESSOR}" == "/SOLID lzma"
  ; In MB. Most repeated data of Node are further apart than the default of 8 MB.
  SetCompressorDictSize 64
!endif
; No file gets the date of the build machine.
SetDateSave off
SetOverwrite try
AllowSkipFiles off
BrandingText "${TITLE} ${VERSION}"
ShowInstDetails nevershow
ShowUninstDetails nevershow

VIProductVersion ${WINDOWS_VERSION}
VIFileVersion ${WINDOWS_VERSION}
!macro VersionKeys LANGUAGE
  VIAddVersionKey /LANG=${LANGUAGE} ProductName "${TITLE}"
  VIAddVersionKey /LANG=${LANGUAGE} CompanyName "${PUBLISHER}"
  VIAddVersionKey /LANG=${LANGUAGE} FileDescription "${TITLE}"
  VIAddVersionKey /LANG=${LANGUAGE} FileVersion "${VERSION}"
  VIAddVersionKey /LANG=${LANGUAGE} ProductVersion "${VERSION}"
  VIAddVersionKey /LANG=${LANGUAGE} LegalCopyright "${PUBLISHER}"
!macroend

; These files are unpacked before all others.
ReserveFile "${HELPER}"
ReserveFile /plugin System.dll
ReserveFile /plugin nsDialogs.dll

Var Config
Var Installed
Var NeededMb
Var Previous

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_WELCOMEFINISHPAGE_BITMAP "${SIDE}"
!define MUI_ABORTWARNING
!define MUI_ABORTWARNING_TEXT "$(LeaveIt)"
!define MUI_COMPONENTSPAGE_SMALLDESC
!macro Header NAME
  !define MUI_PAGE_HEADER_TEXT "$(${NAME}Title)"
  !define MUI_PAGE_HEADER_SUBTEXT "$(${NAME}Help)"
!macroend

!insertmacro Header Options
!define MUI_COMPONENTSPAGE_TEXT_TOP "$(OptionsTop)"
!define MUI_COMPONENTSPAGE_TEXT_COMPLIST "$(OptionsList)"
!insertmacro MUI_PAGE_COMPONENTS

!insertmacro Header Folder
!define MUI_DIRECTORYPAGE_TEXT_TOP "$(FolderTop)"
!define MUI_DIRECTORYPAGE_TEXT_DESTINATION "$(FolderBox)"
!insertmacro MUI_PAGE_DIRECTORY

!insertmacro Header Copy
!insertmacro MUI_PAGE_INSTFILES

!define MUI_FINISHPAGE_TITLE "$(DoneTitle)"
!define MUI_FINISHPAGE_TEXT "$(DoneText)"
!define MUI_FINISHPAGE_RUN "$INSTDIR\Ventanilla.exe"
!define MUI_FINISHPAGE_RUN_TEXT "$(OpenIt)"
!insertmacro MUI_PAGE_FINISH

!insertmacro Header UnOptions
!define MUI_COMPONENTSPAGE_TEXT_TOP "$(UnOptionsTop)"
!define MUI_COMPONENTSPAGE_TEXT_COMPLIST "$(UnOptionsList)"
!insertmacro MUI_UNPAGE_COMPONENTS

!insertmacro Header UnCopy
!define MUI_INSTFILESPAGE_FINISHHEADER_TEXT "$(UnDoneTitle)"
!insertmacro MUI_UNPAGE_INSTFILES

!insertmacro MUI_LANGUAGE "Spanish"
!insertmacro MUI_LANGUAGE "English"
!insertmacro VersionKeys ${LANG_SPANISH}
!insertmacro VersionKeys ${LANG_ENGLISH}

!include texts.nsh
!include common.nsh
!include checks.nsh
!include switch.nsh
!include entries.nsh

Function .onInit
  InitPluginsDir
  File "/oname=$PLUGINSDIR\setup-helper.exe" "${HELPER}"
  ${IfNot} ${AtLeastWin10}
    !insertmacro Refuse ${EXIT_OLD_WINDOWS} "$(OldWindows)"
  ${EndIf}
  Call ReadOptions
FunctionEnd

Section "$(ProductSection)" SectionProduct
  SectionIn RO
  ; Space for the previous version, which stays until the next one.
  AddSize ${SIZE_KB}
  Call TrimDirectory
  Call CheckOtherEdition
  Call CheckPlace
  Call CheckNewer
  Call CheckSpace
  Call CheckRights
  !insertmacro CloseRunning ""
  Call CopyVersion
  Call SwitchVersion
  Call WriteEntries
SectionEnd

Section /o "$(StartSection)" SectionStart
  WriteRegStr HKCU "${RUN_KEY}" "${TITLE}" '"$INSTDIR\Ventanilla.exe" --no-open'
SectionEnd

Section /o "$(DesktopSection)" SectionDesktop
  !insertmacro WriteShortcut "$DESKTOP\${TITLE}.lnk"
SectionEnd

; Removes options of an earlier installation that are no longer chosen.
Section "-unchosen"
  ${IfNot} ${SectionIsSelected} ${SectionStart}
    Call RemoveSessionStart
  ${EndIf}
  ${IfNot} ${SectionIsSelected} ${SectionDesktop}
    Delete "$DESKTOP\${TITLE}.lnk"
  ${EndIf}
SectionEnd

!insertmacro MUI_FUNCTION_DESCRIPTION_BEGIN
  !insertmacro MUI_DESCRIPTION_TEXT ${SectionProduct} "$(ProductHelp)"
  !insertmacro MUI_DESCRIPTION_TEXT ${SectionStart} "$(StartHelp)"
  !insertmacro MUI_DESCRIPTION_TEXT ${SectionDesktop} "$(DesktopHelp)"
!insertmacro MUI_FUNCTION_DESCRIPTION_END

Function ReadOptions
  ${GetParameters} $R0
  ; Two forms: /CONFIG="a path", and "/CONFIG=a path", as a shell writes one argument with spaces.
  ClearErrors
  ${GetOptions} $R0 "/CONFIG=" $Config
  ${If} ${Errors}
    Call FindQuotedConfig
  ${EndIf}
  ${If} $Config != ""
    GetFullPathName $Config "$Config"
    ClearErrors
    FileOpen $R1 "$Config" r
    ${If} ${Errors}
      !insertmacro Refuse ${EXIT_NO_CONFIG} "$(NoConfig)"
    ${EndIf}
    FileClose $R1
  ${EndIf}
  ; Selects options of the earlier installation, or of the command line.
  ClearErrors
  ${GetOptions} $R0 "/STARTUP" $R1
  ${If} ${Errors}
    ReadRegStr $R1 HKCU "${RUN_KEY}" "${TITLE}"
    ${IfThen} $R1 != "" ${|} !insertmacro SelectSection ${SectionStart} ${|}
  ${Else}
    !insertmacro SelectSection ${SectionStart}
  ${EndIf}
  ${If} ${FileExists} "$DESKTOP\${TITLE}.lnk"
    !insertmacro SelectSection ${SectionDesktop}
  ${EndIf}
FunctionEnd

; Sets $Config to the text after "/CONFIG= in $R0, up to the next quote.
Function FindQuotedConfig
  StrCpy $Config ""
  StrCpy $R1 0
  ${Do}
    StrCpy $R2 $R0 9 $R1
    ${IfThen} $R2 == "" ${|} Return ${|}
    IntOp $R1 $R1 + 1
  ${LoopUntil} $R2 == '"/CONFIG='
  IntOp $R1 $R1 + 8
  ${Do}
    StrCpy $R2 $R0 1 $R1
    ${If} $R2 == '"'
    ${OrIf} $R2 == ""
      Return
    ${EndIf}
    StrCpy $Config "$Config$R2"
    IntOp $R1 $R1 + 1
  ${Loop}
FunctionEnd

; Runs if a file cannot be written, for example on a full disk.
Function .onInstFailed
  SetOutPath "$TEMP"
  !insertmacro Helper 'remove "$INSTDIR\versions\${VERSION}.new"'
FunctionEnd

!include uninstaller.nsh
