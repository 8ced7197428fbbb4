; electron-builder includes this in its installer and uninstaller. It manages this user's entries in Windows.
!include LogicLib.nsh
!include FileFunc.nsh
!include "Win\COM.nsh"
!include "Win\Propkey.nsh"

; Same value as in the running application (electron/shell/identity.ts).
!define TOAST_ACTIVATOR "{67332360-43EA-4426-BB1C-0AFC09ADB756}"
; Older versions of Propkey.nsh lack this key.
!define /ifndef PKEY_AppUserModel_ToastActivatorCLSID '"{9F4C2855-9F79-4B39-A8D0-E1D42DE1D5F3}",26'
; Type of a property that is a pointer to a GUID.
!define VT_CLSID_OF_POINTER 72

; A click on a notification of an earlier run starts the shortcut that names the activator.
!macro SetToastActivator LINK
  !insertmacro ComHlpr_CreateInProcInstance ${CLSID_ShellLink} ${IID_IShellLink} r0 ""
  ${If} $0 P<> 0
    ${IUnknown::QueryInterface} $0 '("${IID_IPersistFile}",.r1)'
    ${If} $1 P<> 0
      ${IPersistFile::Load} $1 '("${LINK}",${STGM_READWRITE})'
      ${IUnknown::QueryInterface} $0 '("${IID_IPropertyStore}",.r2)'
      ${If} $2 P<> 0
        System::Call '*(&g16 "${TOAST_ACTIVATOR}")p.r3'
        System::Call '*${SYSSTRUCT_PROPERTYKEY}(${PKEY_AppUserModel_ToastActivatorCLSID})p.r4'
        System::Call '*(&i2 ${VT_CLSID_OF_POINTER},&i6 0,p r3,p 0,p 0)p.r5'
        ${IPropertyStore::SetValue} $2 '($4,$5)'
        ${IPropertyStore::Commit} $2 ""
        System::Free $5
        System::Free $4
        System::Free $3
        ${IUnknown::Release} $2 ""
        ${IPersistFile::Save} $1 '("${LINK}",1)'
      ${EndIf}
      ${IUnknown::Release} $1 ""
    ${EndIf}
    ${IUnknown::Release} $0 ""
  ${EndIf}
!macroend

; Both editions have the same shortcut, links and data, so only one can be installed, as with the packages of Linux.
!macro customInit
  ReadRegStr $R0 HKCU "Software\Microsoft\Windows\CurrentVersion\Uninstall\Ventanilla" "InstallLocation"
  ${If} $R0 != ""
    MessageBox MB_OK|MB_ICONSTOP "La edición ligera de Ventanilla está instalada en este PC. Quítala antes, sin borrar los datos: esta usa los mismos." /SD IDOK
    SetErrorLevel 3
    Quit
  ${EndIf}
!macroend

!macro customInstall
  ${If} ${FileExists} "$newStartMenuLink"
    !insertmacro SetToastActivator "$newStartMenuLink"
  ${EndIf}
!macroend

!ifdef BUILD_UNINSTALLER
Var removesData

; The data belong to the office, and stay unless a person chooses otherwise. An update and a silent removal do not ask.
!macro customUnInit
  StrCpy $removesData "0"
  ${GetParameters} $R0
  ClearErrors
  ${GetOptions} $R0 "/S" $R1
  ${If} ${Errors}
  ${AndIfNot} ${isUpdated}
    MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "¿Borrar también los datos de Ventanilla de este PC?$\r$\n$\r$\nSe borrarían las cuentas, los borradores y todo lo que no se haya enviado. No se puede deshacer." IDNO keepsData
    StrCpy $removesData "1"
    keepsData:
  ${EndIf}
!macroend

; If both editions are on a PC, each removes only the entries that point to itself.
!macro IfLeadsHere KEY VALUE
  ReadRegStr $R0 HKCU "${KEY}" "${VALUE}"
  ; The call uses registers, because a command contains quotes.
  StrCpy $R1 "$INSTDIR\"
  System::Call 'shlwapi::StrStrIW(w R0,w R1)p.R1'
  ${If} $R1 P<> 0
!macroend

!macro RemoveHost BROWSER
  ReadRegStr $R0 HKCU "Software\${BROWSER}\NativeMessagingHosts\es.ventanilla.host" ""
  ; The manifests are in the data directory, and start the program that `launcher` names.
  StrCpy $R1 "$LOCALAPPDATA\Ventanilla\Data\"
  System::Call 'shlwapi::StrStrIW(w R0,w R1)p.R1'
  ${If} $R1 P<> 0
    DeleteRegKey HKCU "Software\${BROWSER}\NativeMessagingHosts\es.ventanilla.host"
  ${EndIf}
!macroend

!macro customUnInstall
  ${IfNot} ${isUpdated}
    ; Entries that the running application registered: start with the session, links, native host of the extension.
    !insertmacro IfLeadsHere "Software\Microsoft\Windows\CurrentVersion\Run" "${APP_ID}"
      DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "${APP_ID}"
      DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "${APP_ID}"
    ${EndIf}
    !insertmacro IfLeadsHere "Software\Classes\ventanilla\shell\open\command" ""
      DeleteRegKey HKCU "Software\Classes\ventanilla"
    ${EndIf}
    !insertmacro IfLeadsHere "Software\Classes\CLSID\${TOAST_ACTIVATOR}\LocalServer32" ""
      DeleteRegKey HKCU "Software\Classes\CLSID\${TOAST_ACTIVATOR}"
    ${EndIf}
    !insertmacro RemoveHost "Google\Chrome"
    !insertmacro RemoveHost "Chromium"
    !insertmacro RemoveHost "Microsoft\Edge"
    !insertmacro RemoveHost "Mozilla"
    ${If} $removesData == "1"
      RMDir /r "$LOCALAPPDATA\Ventanilla\Data"
      RMDir "$LOCALAPPDATA\Ventanilla"
    ${EndIf}
  ${EndIf}
!macroend
!endif
