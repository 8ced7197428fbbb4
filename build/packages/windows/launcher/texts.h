/* Texts of the launcher, in UTF-8 (see the compiler's options in programs.ts). */
#define TEXT_TITLE L"Ventanilla"
#define TEXT_INCOMPLETE \
    L"A esta instalación de Ventanilla le faltan archivos. Vuelve a instalarla: tus datos se conservan."
#define TEXT_CANNOT_START L"Windows no ha dejado que Ventanilla se abra (error %lu). Vuelve a instalarla: tus datos se conservan."
#define TEXT_ENDED L"Ventanilla no se ha podido abrir."
