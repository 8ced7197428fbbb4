import { extensionHelp, extensionTopicTitles } from './help-extension.ts'
import { generatedHelp } from './help-generated.ts'
import { inputHelp } from './help-documents.ts'
import { incidentHelp } from './help-incidents.ts'
import { failureHelp, issueHelp, verdictHelp } from './help-reports.ts'
import { signatureHelp, signableHelp } from './help-signatures.ts'
import { stateHelp } from './help-states.ts'
import type { HelpEntry, HelpFamily, HelpOf, TopicId } from './help-topic.ts'
import { sentence, upperFirst } from './grammar.ts'
import { issueSteps } from './issue-steps.ts'
import { generatedDocumentLabels, inputDocumentLabels } from './labels-documents.ts'
import { incidentLabels } from './labels-incidents.ts'
import { procedureStateLabels } from './labels-procedures.ts'
import { issueLabels, reportFailureLabels, transferabilityLabels } from './labels-reports.ts'
import { signatureDocumentLabels, signatureStateLabels } from './labels-signatures.ts'

/** A page of the help. */
export interface HelpTopic extends HelpEntry {
  id: TopicId
  title: string
  /** What the title is the name of: two families share some titles. */
  family: string
}

/** Names of the families, in the order of the index. */
export const helpFamilies = {
  state: 'Estados de un expediente',
  incident: 'Incidencias',
  verdict: 'Veredictos',
  issue: 'Cargas y avisos del informe',
  failure: 'Informes que fallan',
  input: 'Documentos que aportas',
  generated: 'Documentos del trámite',
  signature: 'Estados de una firma',
  signable: 'Documentos para firmar',
  extension: 'Extensión del navegador',
} as const satisfies Record<HelpFamily, string>

function topicsOf<F extends HelpFamily>(
  family: F,
  entries: HelpOf<F>,
  titleOf: (value: keyof HelpOf<F>) => string,
  firstStep?: (value: keyof HelpOf<F>) => string,
): HelpTopic[] {
  return (Object.keys(entries) as (keyof HelpOf<F>)[]).map((value) => {
    const entry = entries[value]
    const first = firstStep?.(value)
    return {
      ...entry,
      steps: first === undefined ? entry.steps : [sentence(upperFirst(first)), ...entry.steps],
      id: `${family}:${value}` as TopicId,
      title: titleOf(value),
      family: helpFamilies[family],
    }
  })
}

const failureTitles = {
  not_registered: reportFailureLabels.notRegistered,
  unknown: reportFailureLabels.unsaid,
  service_unavailable: 'La DGT no responde',
}

/** Every topic, by family. A chunk of its own: only the help and quick search import it, once open. */
export const helpTopics: readonly HelpTopic[] = [
  ...topicsOf('state', stateHelp, (value) => procedureStateLabels[value].label),
  ...topicsOf(
    'incident',
    incidentHelp,
    (value) => incidentLabels[value].label,
    (value) => incidentLabels[value].nextStep,
  ),
  ...topicsOf('verdict', verdictHelp, (value) => transferabilityLabels[value]),
  ...topicsOf(
    'issue',
    issueHelp,
    (value) => issueLabels[value].label,
    (value) => issueSteps[value].step,
  ),
  ...topicsOf('failure', failureHelp, (value) => failureTitles[value]),
  ...topicsOf('input', inputHelp, (value) => inputDocumentLabels[value]),
  ...topicsOf('generated', generatedHelp, (value) => generatedDocumentLabels[value]),
  ...topicsOf('signature', signatureHelp, (value) => signatureStateLabels[value]),
  ...topicsOf('signable', signableHelp, (value) => signatureDocumentLabels[value]),
  ...topicsOf('extension', extensionHelp, (value) => extensionTopicTitles[value]),
]

const byId = new Map<string, HelpTopic>(helpTopics.map((topic) => [topic.id, topic]))
/** Topic of an id; none for a value that this version does not know. */
export const helpTopic = (id: string): HelpTopic | undefined => byId.get(id)

const plain = (words: string) => words.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const wordsOf = (text: string) =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/**
 * Topics of which every typed word begins a word: those whose titles have them all first.
 * @param typed none for an empty text
 */
export function findTopics(typed: string): readonly HelpTopic[] {
  const parts = wordsOf(typed).filter((part) => !LITTLE.has(part))
  if (parts.length === 0) return []
  const has = (text: string) => {
    const words = wordsOf(text)
    return parts.every((part) => words.some((word) => word.startsWith(part)))
  }
  const named = helpTopics.filter(({ title }) => has(title))
  const rest = helpTopics.filter(
    (topic) => !named.includes(topic) && has(`${topic.title} ${topic.family} ${topic.also ?? ''}`),
  )
  return [...named, ...rest]
}

/** Words that say nothing by themselves. */
const LITTLE = new Set(['a', 'de', 'del', 'el', 'la', 'los', 'las', 'un', 'una', 'que', 'es'])
