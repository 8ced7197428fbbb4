; What the installer and the uninstaller say, in Spanish and, for administrators of other offices, in English.

!macro Text NAME SPANISH ENGLISH
  LangString ${NAME} ${LANG_SPANISH} "${SPANISH}"
  LangString ${NAME} ${LANG_ENGLISH} "${ENGLISH}"
!macroend

!insertmacro Text ProductSection "Ventanilla" "Ventanilla"
!insertmacro Text StartSection "Abrir al iniciar sesión" "Open when I sign in"
!insertmacro Text DesktopSection "Acceso directo en el escritorio" "Desktop shortcut"
!insertmacro Text ProductHelp "La aplicación y su entrada en el menú Inicio." "The application and its entry in the Start menu."
!insertmacro Text StartHelp "Ventanilla se pone en marcha sin ventana al iniciar sesión: sigue tus expedientes y se abre al instante." "Ventanilla starts without a window when you sign in: it follows your procedures and opens at once."
!insertmacro Text DesktopHelp "Un icono en el escritorio." "An icon on the desktop."
!insertmacro Text OpenIt "Abrir Ventanilla" "Open Ventanilla"

!insertmacro Text OldWindows "Ventanilla necesita Windows 10 o posterior." "Ventanilla needs Windows 10 or later."
!insertmacro Text NoConfig "No se puede leer el archivo de administración que indica /CONFIG:$\r$\n$Config$\r$\n$\r$\nNo se ha instalado nada." "The administrators' file that /CONFIG names cannot be read:$\r$\n$Config$\r$\n$\r$\nNothing was installed."
!insertmacro Text NotOurs "La carpeta $INSTDIR ya tiene archivos que no son de Ventanilla. Elige otra, o una vacía." "The folder $INSTDIR already holds files that are not Ventanilla's. Choose another, or an empty one."
!insertmacro Text Newer "En este PC ya está Ventanilla $Installed, más nueva que ${VERSION}. Una versión anterior no sabe leer los datos de una posterior: no se ha cambiado nada." "Ventanilla $Installed, newer than ${VERSION}, is already on this PC. An earlier version cannot read the data of a later one: nothing was changed."
!insertmacro Text NoSpace "No hay sitio en el disco de $INSTDIR: hacen falta $NeededMb MB libres. No se ha instalado nada." "There is no room on the disk of $INSTDIR: $NeededMb MB must be free. Nothing was installed."
!insertmacro Text NoRights "Tu usuario de Windows no puede escribir en $INSTDIR. Elige otra carpeta: no se ha instalado nada." "Your Windows user cannot write to $INSTDIR. Choose another folder: nothing was installed."
!insertmacro Text CloseIt "Ventanilla está abierta. Para continuar se cerrará, después de terminar lo que esté haciendo." "Ventanilla is open. It will be closed to go on, once it has finished what it is doing."
!insertmacro Text StillOpen "Ventanilla sigue abierta: puede que esté enviando algo. Ciérrala y pulsa Reintentar. Si cancelas no se cambia nada." "Ventanilla is still open: it may be sending something. Close it and choose Retry. Nothing changes if you cancel."
!insertmacro Text Cancelled "Cancelado: no se ha cambiado nada." "Cancelled: nothing was changed."
!insertmacro Text NotCopied "No se han podido copiar todos los archivos en $INSTDIR: puede que el disco se haya llenado, o que un antivirus los retenga. Lo que había antes sigue funcionando. Vuelve a intentarlo." "Not every file could be copied to $INSTDIR: the disk may be full, or an antivirus may hold them. What was there before still works. Try again."
!insertmacro Text NotSwitched "Los archivos de $INSTDIR están en uso y no se han podido sustituir. Lo que había antes sigue funcionando. Reinicia el PC y vuelve a intentarlo." "Files in $INSTDIR are in use and could not be replaced. What was there before still works. Restart the PC and try again."

!insertmacro Text UnProductHelp "La aplicación, su entrada en el menú Inicio y lo que enlaza tus navegadores con ella." "The application, its entry in the Start menu and what leads your browsers to it."
!insertmacro Text DataSection "También mis datos" "My data as well"
!insertmacro Text DataHelp "Lo guardado en este PC: consultas, borradores, expedientes y documentos. Sin marcar se conserva, y otra instalación lo encuentra." "What is kept on this PC: look-ups, drafts, procedures and documents. If not chosen it stays, and another installation finds it."
!insertmacro Text DataSure "Se borrará todo lo que Ventanilla guarda en este PC: consultas, borradores sin enviar, expedientes y documentos. No se puede deshacer.$\r$\n$\r$\n¿Borrar también los datos?" "All that Ventanilla keeps on this PC will be deleted: look-ups, drafts not sent, procedures and documents. This cannot be undone.$\r$\n$\r$\nDelete the data as well?"
!insertmacro Text DataLeft "Algunos datos no se han podido borrar: $LOCALAPPDATA\Ventanilla\Data" "Some of the data could not be deleted: $LOCALAPPDATA\Ventanilla\Data"
!insertmacro Text FilesLeft "Algunos archivos están en uso y siguen en $INSTDIR. Reinicia el PC y desinstala otra vez." "Some files are in use and are still in $INSTDIR. Restart the PC and uninstall again."
