; Copies the version beside the others and switches to it. After a kill anywhere, the old or the new version is whole.

Function CopyVersion
  !insertmacro Helper 'remove-versions "$INSTDIR" "$Installed" "${VERSION}"'
  ClearErrors
  !include "${FILES}"
  SetOutPath "$INSTDIR"
  File "/oname=Ventanilla.exe.new" "${LAUNCHER}"
  ${If} ${Errors}
    SetOutPath "$TEMP"
    !insertmacro Helper 'remove "$INSTDIR\versions\${VERSION}.new"'
    Delete "$INSTDIR\Ventanilla.exe.new"
    !insertmacro Refuse ${EXIT_NOT_COPIED} "$(NotCopied)"
  ${EndIf}
FunctionEnd

!macro RefuseSwitch
  !insertmacro Helper 'remove "$INSTDIR\versions\${VERSION}.new"'
  !insertmacro Refuse ${EXIT_NOT_COPIED} "$(NotSwitched)"
!macroend

; Writes a one-line file by a rename.
!macro WriteLine NAME TEXT
  ClearErrors
  FileOpen $R0 "$INSTDIR\${NAME}.new" w
  FileWrite $R0 "${TEXT}$\n"
  FileClose $R0
  !insertmacro Helper 'replace "$INSTDIR\${NAME}.new" "$INSTDIR\${NAME}"'
  ${If} ${Errors}
  ${OrIf} $0 != 0
    !insertmacro RefuseSwitch
  ${EndIf}
!macroend

Function SwitchVersion
  Call PlaceVersion
  Call PlaceLauncher
  Call PlaceConfig
  ${If} $Installed != ""
  ${AndIf} $Installed != "${VERSION}"
    ; The launcher rolls back to `previous` if the new version does not start.
    !insertmacro WriteLine "previous" "$Installed"
    !insertmacro WriteLine "trial" "${VERSION}"
  ${Else}
    Delete "$INSTDIR\trial"
  ${EndIf}
  ; A waiting update is older than this version, or is offered again.
  Delete "$INSTDIR\next"
  !insertmacro WriteLine "current" "${VERSION}"
  Push "previous"
  Call ReadLine
  Pop $Previous
  !insertmacro Helper 'remove-versions "$INSTDIR" "${VERSION}" "$Previous"'
FunctionEnd

; During a repair the same version is only `VERSION.old` for a moment. The launcher looks for that name too.
Function PlaceVersion
  ${If} ${FileExists} "$INSTDIR\versions\${VERSION}\*.*"
    ClearErrors
    Rename "$INSTDIR\versions\${VERSION}" "$INSTDIR\versions\${VERSION}.old"
    ${If} ${Errors}
      !insertmacro RefuseSwitch
    ${EndIf}
  ${EndIf}
  ClearErrors
  Rename "$INSTDIR\versions\${VERSION}.new" "$INSTDIR\versions\${VERSION}"
  ${If} ${Errors}
    Rename "$INSTDIR\versions\${VERSION}.old" "$INSTDIR\versions\${VERSION}"
    !insertmacro RefuseSwitch
  ${EndIf}
FunctionEnd

; A running program cannot be replaced, but can be renamed.
Function PlaceLauncher
  Delete "$INSTDIR\Ventanilla.exe.old"
  !insertmacro Helper 'replace "$INSTDIR\Ventanilla.exe.new" "$INSTDIR\Ventanilla.exe"'
  ${If} $0 != 0
    Rename "$INSTDIR\Ventanilla.exe" "$INSTDIR\Ventanilla.exe.old"
    !insertmacro Helper 'replace "$INSTDIR\Ventanilla.exe.new" "$INSTDIR\Ventanilla.exe"'
    ${If} $0 != 0
      Rename "$INSTDIR\Ventanilla.exe.old" "$INSTDIR\Ventanilla.exe"
      !insertmacro RefuseSwitch
    ${EndIf}
  ${EndIf}
FunctionEnd

; Without /CONFIG the present file stays.
Function PlaceConfig
  ${IfThen} $Config == "" ${|} Return ${|}
  ClearErrors
  CopyFiles /SILENT "$Config" "$INSTDIR\administrador.json.new"
  !insertmacro Helper 'replace "$INSTDIR\administrador.json.new" "$INSTDIR\administrador.json"'
  ${If} ${Errors}
  ${OrIf} $0 != 0
    !insertmacro Refuse ${EXIT_NO_CONFIG} "$(NoConfig)"
  ${EndIf}
FunctionEnd
