; Removes the installation. Removes the data only if the user chooses it, and never in a silent run.

Function un.onInit
  InitPluginsDir
  File "/oname=$PLUGINSDIR\setup-helper.exe" "${HELPER}"
FunctionEnd

; Removes a browser's key that points to the launcher in our data. The application wrote that key.
!macro RemoveBrowserEntry KEY
  ReadRegStr $R0 HKCU "${KEY}\NativeMessagingHosts\${HOST_NAME}" ""
  StrLen $R1 "$LOCALAPPDATA\${TITLE}\"
  StrCpy $R0 $R0 $R1
  ${If} $R0 == "$LOCALAPPDATA\${TITLE}\"
    DeleteRegKey HKCU "${KEY}\NativeMessagingHosts\${HOST_NAME}"
  ${EndIf}
!macroend

; Deletes the key of links if its command starts this installation.
!macro RemoveSchemeEntry
  ReadRegStr $R0 HKCU "${SCHEME_KEY}\shell\open\command" ""
  ${If} $R0 == '"$INSTDIR\Ventanilla.exe" -- "%1"'
    DeleteRegKey HKCU "${SCHEME_KEY}"
  ${EndIf}
!macroend

Section "un.$(ProductSection)" UnSectionProduct
  SectionIn RO
  SetOutPath "$TEMP"
  !insertmacro RemoveBrowserEntry "Software\Google\Chrome"
  !insertmacro RemoveBrowserEntry "Software\Chromium"
  !insertmacro RemoveBrowserEntry "Software\Microsoft\Edge"
  !insertmacro RemoveBrowserEntry "Software\Mozilla"
  !insertmacro CloseRunning "un."
  !insertmacro Helper 'remove-versions "$INSTDIR"'
  ${If} $0 != 0
    !insertmacro Refuse ${EXIT_LEFT} "$(FilesLeft)"
  ${EndIf}
  RMDir "$INSTDIR\versions"
  Delete "$INSTDIR\current"
  Delete "$INSTDIR\current.new"
  Delete "$INSTDIR\previous"
  Delete "$INSTDIR\previous.new"
  Delete "$INSTDIR\trial"
  Delete "$INSTDIR\trial.new"
  ; Files of updates.
  Delete "$INSTDIR\next"
  Delete "$INSTDIR\next.new"
  !insertmacro Helper 'remove "$INSTDIR\staging"'
  Delete "$INSTDIR\administrador.json"
  Delete "$INSTDIR\administrador.json.new"
  Delete "$INSTDIR\Ventanilla.exe"
  Delete "$INSTDIR\Ventanilla.exe.new"
  Delete "$INSTDIR\Ventanilla.exe.old"
  !insertmacro RemoveSchemeEntry
  ; These entries belong to the latest installation, which may be in another folder.
  ReadRegStr $R0 HKCU "${UNINSTALL_KEY}" "InstallLocation"
  ${If} $R0 == $INSTDIR
    Delete "$SMPROGRAMS\${TITLE}.lnk"
    Delete "$DESKTOP\${TITLE}.lnk"
    Call un.RemoveSessionStart
    DeleteRegKey HKCU "${UNINSTALL_KEY}"
  ${EndIf}
  ; The uninstaller is removed last, so that an interrupted removal can be repeated.
  Delete "$INSTDIR\${UNINSTALLER}"
  RMDir "$INSTDIR"
SectionEnd

Section /o "un.$(DataSection)" UnSectionData
  MessageBox MB_YESNO|MB_ICONEXCLAMATION|MB_DEFBUTTON2 "$(DataSure)" /SD IDNO IDNO kept
  !insertmacro Helper 'remove "$LOCALAPPDATA\${TITLE}\Data"'
  ${If} $0 != 0
    MessageBox MB_OK|MB_ICONEXCLAMATION "$(DataLeft)" /SD IDOK
  ${EndIf}
  RMDir "$LOCALAPPDATA\${TITLE}"
  kept:
SectionEnd

!insertmacro MUI_UNFUNCTION_DESCRIPTION_BEGIN
  !insertmacro MUI_DESCRIPTION_TEXT ${UnSectionProduct} "$(UnProductHelp)"
  !insertmacro MUI_DESCRIPTION_TEXT ${UnSectionData} "$(DataHelp)"
!insertmacro MUI_UNFUNCTION_DESCRIPTION_END
