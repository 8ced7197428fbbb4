import type { ScenarioProblem } from '../scenario/actions.ts'

/** Texts of the files of training. */
export const trainingFileText = {
  /**
   * «Contrato de compraventa (muestra).pdf»: from its name the form knows which document it is. Some have a bar, which the
   * name of a file cannot.
   */
  sample: (document: string) => `${document.replaceAll(/\s*\/\s*/g, ' - ')} (muestra).pdf`,
  noJson: 'el archivo no es JSON',
  taken: (id: string) => `id: «${id}» ya es de un escenario de Ventanilla`,
  repeated: (id: string, file: string) => `id: «${id}» ya es el del archivo ${file}`,
  where: (path: readonly string[], problem: string) =>
    path.length === 0 ? problem : `${path.join(' › ')}: ${problem}`,
  problems: {
    name: 'minúsculas sin acentos, cifras y guiones',
    plate: 'una matrícula como 4821LMV',
    unnamed: 'nada se llama así en lo que pasa antes',
    endless: 'el paso no espera nada ni tiene botón que lo termine',
  } satisfies Record<ScenarioProblem, string>,
} as const
