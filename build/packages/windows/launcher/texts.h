/* What the launcher says. UTF-8; the compiler is told so. */
#define TEXT_TITLE L"Ventanilla"
#define TEXT_INCOMPLETE \
    L"A esta instalación de Ventanilla le faltan archivos. Vuelve a instalarla: tus datos se conservan."
#define TEXT_CANNOT_START L"Windows no ha dejado que Ventanilla se abra (error %lu). Vuelve a instalarla: tus datos se conservan."
#define TEXT_ENDED L"Ventanilla no se ha podido abrir."
