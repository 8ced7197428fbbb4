; Checks before the first write: each problem refuses the installation.

; Removes the final backslash that the folder of an earlier installation has. Later steps compare paths.
Function TrimDirectory
  StrCpy $R0 $INSTDIR 1 -1
  StrLen $R1 $INSTDIR
  ${If} $R0 == "\"
  ${AndIf} $R1 > 3
    StrCpy $INSTDIR $INSTDIR -1
  ${EndIf}
FunctionEnd

; Both editions have the same shortcut, links and data, so only one can be installed, as with the packages of Linux.
Function CheckOtherEdition
  ReadRegStr $R0 HKCU "Software\Microsoft\Windows\CurrentVersion\Uninstall\${OTHER_EDITION}" "UninstallString"
  ${If} $R0 != ""
    !insertmacro Refuse ${EXIT_OTHER_EDITION} "$(OtherEdition)"
  ${EndIf}
FunctionEnd

; Refuses a folder with files of somebody else. Our own folder always has the uninstaller, because it is written first.
Function CheckPlace
  ${If} ${FileExists} "$INSTDIR\${UNINSTALLER}"
    Return
  ${EndIf}
  FindFirst $R0 $R1 "$INSTDIR\*"
  ${DoUntil} $R1 == ""
    ${If} $R1 != "."
    ${AndIf} $R1 != ".."
      FindClose $R0
      !insertmacro Refuse ${EXIT_NOT_OURS} "$(NotOurs)"
    ${EndIf}
    FindNext $R0 $R1
  ${Loop}
  FindClose $R0
FunctionEnd

; Replaces the name of a file on the stack by the file's only line. An absent file gives an empty text.
Function ReadLine
  Pop $R2
  StrCpy $R1 ""
  ClearErrors
  FileOpen $R0 "$INSTDIR\$R2" r
  ${IfNot} ${Errors}
    FileRead $R0 $R1
    FileClose $R0
  ${EndIf}
  trim:
  StrCpy $R2 $R1 1 -1
  ${If} $R2 == "$\n"
  ${OrIf} $R2 == "$\r"
    StrCpy $R1 $R1 -1
    Goto trim
  ${EndIf}
  Push $R1
FunctionEnd

; Sets $Installed to the version that `current` names, or to an empty text.
Function ReadInstalled
  Push "current"
  Call ReadLine
  Pop $Installed
  ${If} $Installed == ""
  ${OrIfNot} ${FileExists} "$INSTDIR\versions\$Installed\node.exe"
    StrCpy $Installed ""
  ${EndIf}
FunctionEnd

; Compares versions without the part after a hyphen.
Function CheckNewer
  Call ReadInstalled
  ${IfThen} $Installed == "" ${|} Return ${|}
  ${WordFind} "$Installed" "-" "+1" $R0
  ${WordFind} "${VERSION}" "-" "+1" $R1
  ${VersionCompare} "$R0" "$R1" $R2
  ${If} $R2 == 1
    !insertmacro Refuse ${EXIT_NEWER} "$(Newer)"
  ${EndIf}
FunctionEnd

Function CheckSpace
  IntOp $NeededMb ${SIZE_KB} / 1024
  ; 50 MB for temporary files and for the migration of the data.
  IntOp $NeededMb $NeededMb + 50
  ; The folder may not exist yet. Its nearest existing parent is on the same disk.
  StrCpy $R0 $INSTDIR
  ${DoUntil} ${FileExists} "$R0\*.*"
    ${GetParent} "$R0" $R1
    ${If} $R1 == ""
    ${OrIf} $R1 == $R0
      Return
    ${EndIf}
    StrCpy $R0 $R1
  ${Loop}
  System::Call 'kernel32::GetDiskFreeSpaceExW(w "$R0\", *l .R1, *l, *l) i .R2'
  ${IfThen} $R2 == 0 ${|} Return ${|}
  System::Int64Op $R1 / 1048576
  Pop $R1
  System::Int64Op $R1 < $NeededMb
  Pop $R2
  ${If} $R2 == 1
    !insertmacro Refuse ${EXIT_NO_SPACE} "$(NoSpace)"
  ${EndIf}
FunctionEnd

; Writes the uninstaller first: it marks the folder as ours, and can remove a half-finished installation.
Function CheckRights
  CreateDirectory "$INSTDIR\versions"
  ; Tests with a file, because not every instruction reports a failed write.
  ClearErrors
  FileOpen $R0 "$INSTDIR\current.new" w
  ${IfNot} ${Errors}
    FileClose $R0
    Delete "$INSTDIR\current.new"
    WriteUninstaller "$INSTDIR\${UNINSTALLER}"
  ${EndIf}
  ${If} ${Errors}
  ${OrIfNot} ${FileExists} "$INSTDIR\versions\*.*"
  ${OrIfNot} ${FileExists} "$INSTDIR\${UNINSTALLER}"
    RMDir "$INSTDIR\versions"
    RMDir "$INSTDIR"
    !insertmacro Refuse ${EXIT_NO_RIGHTS} "$(NoRights)"
  ${EndIf}
FunctionEnd
