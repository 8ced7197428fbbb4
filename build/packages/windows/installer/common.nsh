; Exit codes: 0 installed, 1 cancelled, 2 error of NSIS itself, and the codes below.
!define EXIT_CANCELLED 1
!define EXIT_NEWER 10
!define EXIT_NOT_OURS 11
!define EXIT_NO_RIGHTS 12
!define EXIT_NO_SPACE 13
!define EXIT_RUNNING 14
!define EXIT_NO_CONFIG 15
!define EXIT_NOT_COPIED 16
!define EXIT_OLD_WINDOWS 17
!define EXIT_LEFT 18
!define EXIT_OTHER_EDITION 19

!define UNINSTALLER "Desinstalar.exe"
!define UNINSTALL_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\${TITLE}"
!define RUN_KEY "Software\Microsoft\Windows\CurrentVersion\Run"
!define APPROVED_KEY "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run"
!define SCHEME_KEY "Software\Classes\${LINK_SCHEME}"

; Shows the reason and quits.
!macro Refuse CODE TEXT
  SetErrorLevel ${CODE}
  MessageBox MB_OK|MB_ICONSTOP "${TEXT}" /SD IDOK
  Quit
!macroend

; Runs the helper, and puts its exit code in $0.
!macro Helper ARGUMENTS
  ExecWait '"$PLUGINSDIR\setup-helper.exe" ${ARGUMENTS}' $0
!macroend

; Asks running programs to close. They are never killed, because they may be sending.
!macro CloseRunning UN
  Call ${UN}CloseRunning
!macroend

!macro CloseRunningFunction UN
Function ${UN}CloseRunning
  !insertmacro Helper 'close "$INSTDIR\versions" 0'
  ${IfThen} $0 == 0 ${|} Return ${|}
  MessageBox MB_OKCANCEL|MB_ICONINFORMATION "$(CloseIt)" /SD IDOK IDOK ask
  !insertmacro Refuse ${EXIT_CANCELLED} "$(Cancelled)"
  ask:
  !insertmacro Helper 'close "$INSTDIR\versions" 30'
  ${IfThen} $0 == 0 ${|} Return ${|}
  MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(StillOpen)" /SD IDCANCEL IDRETRY ask
  SetErrorLevel ${EXIT_RUNNING}
  Quit
FunctionEnd
!macroend
!insertmacro CloseRunningFunction ""
!insertmacro CloseRunningFunction "un."

!macro RemoveSessionStartFunction UN
Function ${UN}RemoveSessionStart
  DeleteRegValue HKCU "${RUN_KEY}" "${TITLE}"
  DeleteRegValue HKCU "${APPROVED_KEY}" "${TITLE}"
FunctionEnd
!macroend
!insertmacro RemoveSessionStartFunction ""
!insertmacro RemoveSessionStartFunction "un."
