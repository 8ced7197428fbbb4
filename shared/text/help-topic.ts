import type {
  GeneratedDocumentType,
  IncidentType,
  InputDocumentType,
  IssueType,
  ProcedureState,
  SignatureDocument,
  SignatureState,
} from '../domain/vocabulary.ts'
import type { ReducedTransferability } from '../api/report.ts'

/** Values explained by the help, by family. All but the last are values of the service. */
export interface HelpValues {
  state: ProcedureState
  incident: IncidentType
  verdict: ReducedTransferability
  issue: IssueType
  failure: 'not_registered' | 'unknown' | 'service_unavailable'
  input: InputDocumentType
  generated: GeneratedDocumentType
  signature: SignatureState
  signable: SignatureDocument
  /** Not of the service: the extension of a browser. */
  extension: 'permission' | 'connection'
}
export type HelpFamily = keyof HelpValues

/** Id of a topic, such as `incident:seizure`. Elements of the page name theirs in `data-help`. */
export type TopicId = { [F in HelpFamily]: `${F}:${HelpValues[F]}` }[HelpFamily]

/** What a family's file says of one value; its title is the label of the value. */
export interface HelpEntry {
  /** What it means, in two or three sentences. */
  means: string
  /** What to do, in order. Incidents and charges add the office's next step before them. */
  steps: readonly string[]
  related: readonly TopicId[]
  /** Search words missing from the title and the meaning's own name. */
  also?: string
}

/** Everything that the help says of the values of a family: the type checker asks for each. */
export type HelpOf<F extends HelpFamily> = Readonly<Record<HelpValues[F], HelpEntry>>
