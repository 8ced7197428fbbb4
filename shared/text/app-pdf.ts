import { byNumber } from './grammar.ts'
/** Texts of the PDF preview. */
export const pdfText = {
  title: 'PDF oficial',
  of: (plate: string) => `PDF oficial de ${plate}`,
  bringing: 'Trayendo el PDF…',
  drawing: 'Preparando las páginas…',
  cancel: 'Cancelar',
  close: 'Cerrar',
  previous: 'Página anterior',
  next: 'Página siguiente',
  goToPage: 'Ir a la página',
  pageOf: (page: number, pages: number) => `Página ${page} de ${pages}`,
  ofPages: (pages: number) => `de ${pages}`,
  zoomIn: 'Acercar',
  zoomOut: 'Alejar',
  zoom: (percent: number) => `${percent} %`,
  save: 'Guardar PDF',
  saved: 'PDF guardado',
  print: 'Imprimir',
  preparing: (n: number, of: number) => `Preparando ${n} de ${of} páginas para imprimir…`,
  rangeTitle: 'Imprimir una parte',
  rangeBody: (pages: number, most: number) =>
    `Este PDF tiene ${pages} páginas y desde aquí se imprimen ${most} como mucho cada vez. Para imprimirlo entero, guárdalo y ábrelo con tu lector de PDF.`,
  rangeFrom: 'De la página',
  rangeTo: 'A la página',
  rangeWrong: (pages: number) => `Escribe dos páginas entre la 1 y la ${pages}, la menor primero.`,
  rangeTooLong: (asked: number, most: number) => `Son ${asked} páginas: pide ${most} como mucho.`,
  tooLong: (pages: number) =>
    `Tiene ${pages} páginas, demasiadas para imprimirlas de una vez. Ábrelo e imprime las que necesites.`,
  pageBroken: (page: number) =>
    `La página ${page} no se ha podido dibujar. Guarda el PDF y ábrelo con tu lector.`,
  pageInPart: (page: number) =>
    `En la página ${page} falta algo que no se ha podido dibujar. Guarda el PDF y ábrelo con tu lector.`,
  pagesBroken: (n: number) =>
    byNumber(
      n,
      '1 página no se ha podido dibujar entera: su hoja lo dice.',
      `${n} páginas no se han podido dibujar enteras: sus hojas lo dicen.`,
    ),
  retry: 'Reintentar',
  /** For network and service errors: the table's own advice promises automatic retries. */
  advice: 'El informe sigue aquí. Reinténtalo cuando quieras: el PDF no se cobra otra vez.',
  protectedTitle: 'Este PDF pide una contraseña.',
  protectedAdvice: 'Aquí no se puede ver. Guárdalo y ábrelo con tu lector de PDF.',
  formTitle: 'Este formulario solo se ve con Acrobat.',
  formAdvice: 'Guárdalo, ábrelo con Acrobat e imprímelo como PDF.',
  brokenTitle: 'No hemos podido dibujar este PDF.',
  brokenAdvice: 'El archivo está bien guardado. Guárdalo y ábrelo con tu lector de PDF.',
} as const
