import { useEffect, useRef, useState } from 'react'
import { helpPanelText, releasePanelText, releases } from '#shared/text/frame.ts'
import { findTopics, helpFamilies, type HelpTopic, helpTopic, helpTopics } from '#shared/text/help.ts'
import type { HelpFamily } from '#shared/text/help-topics.ts'
import { Button } from '../../design/button.tsx'
import { ScrollArea } from '../../design/layout.tsx'
import { SearchField } from '../../design/fields.tsx'
import { TitledDialog } from '../../design/dialogs.tsx'
import { useShortcuts } from '../../app/shortcuts.ts'
import { showHelpTopic, useHelpTopic, closePanel, openPanel } from '../../app/panel-state.ts'
import '../../app/frame.css'

/** Help panel (F1): meanings and what to do, with a search over all topics. Every text is in the application. */
export function HelpPanel() {
  const id = useHelpTopic()
  const [typed, setTyped] = useState('')
  const query = typed.trim()
  const topic = id === null ? undefined : helpTopic(id)
  const found = findTopics(query)
  const choose = (next: string | null) => {
    setTyped('')
    showHelpTopic(next)
  }
  return (
    <TitledDialog
      title={helpPanelText.title}
      onClose={closePanel}
      fills
      head={
        <div className="help__head">
          <h2>{helpPanelText.title}</h2>
          <SearchField
            aria-label={helpPanelText.search}
            placeholder={helpPanelText.hint}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
      }
      actions={<Ways isTopic={id !== null} onIndex={() => choose(null)} />}
    >
      <ClosingKey />
      <p className="visually-hidden" role="status">
        {query && helpPanelText.count(found.length)}
      </p>
      <ScrollArea className="help__text" label={helpPanelText.title}>
        {query !== '' ? (
          <Found topics={found} onChoose={choose} />
        ) : id === null ? (
          <Index onChoose={choose} />
        ) : topic ? (
          <Topic key={id} topic={topic} onChoose={choose} />
        ) : (
          <p>{helpPanelText.unknown}</p>
        )}
      </ScrollArea>
    </TitledDialog>
  )
}

function Ways({ isTopic, onIndex }: { isTopic: boolean; onIndex: () => void }) {
  return (
    <>
      <Button tone="plain" onClick={() => openPanel('shortcuts')}>
        {helpPanelText.keys}
      </Button>
      <Button tone="plain" className="dialog__start" onClick={() => openPanel('releases')}>
        {releasePanelText.title}
      </Button>
      {isTopic && <Button onClick={onIndex}>{helpPanelText.index}</Button>}
      <Button onClick={closePanel}>{helpPanelText.close}</Button>
    </>
  )
}

type Choose = (id: string) => void

/** One topic. Its title gets the focus. */
function Topic({ topic, onChoose }: { topic: HelpTopic; onChoose: Choose }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <article className="help__topic" data-topic={topic.id}>
      <p className="small muted">{topic.family}</p>
      <h3 ref={heading} tabIndex={-1}>
        {topic.title}
      </h3>
      <p>{topic.means}</p>
      <h4>{helpPanelText.todo}</h4>
      <ol>
        {topic.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <h4>{helpPanelText.related}</h4>
      <Topics topics={topic.related.flatMap((id) => helpTopic(id) ?? [])} onChoose={onChoose} family />
    </article>
  )
}

function Found({ topics, onChoose }: { topics: readonly HelpTopic[]; onChoose: Choose }) {
  if (topics.length === 0) return <p>{helpPanelText.none}</p>
  return <Topics label={helpPanelText.results} topics={topics} onChoose={onChoose} family />
}

const FAMILIES = Object.keys(helpFamilies) as readonly HelpFamily[]

function Index({ onChoose }: { onChoose: Choose }) {
  return FAMILIES.map((family) => (
    <section key={family}>
      <h3>{helpFamilies[family]}</h3>
      <Topics topics={helpTopics.filter(({ id }) => id.startsWith(`${family}:`))} onChoose={onChoose} />
    </section>
  ))
}

function Topics({
  topics,
  onChoose,
  label,
  family = false,
}: {
  topics: readonly HelpTopic[]
  onChoose: Choose
  label?: string
  /** True to show the family of each topic: some titles are in two families. */
  family?: boolean
}) {
  return (
    <ul className={family ? 'help__topics' : 'help__topics help__topics--index'} aria-label={label}>
      {topics.map((topic) => (
        <li key={topic.id}>
          <button type="button" className="help__way" onClick={() => onChoose(topic.id)}>
            {topic.title}
            {family && <span className="small muted"> {topic.family}</span>}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The key that opens the panel also closes it. */
function ClosingKey() {
  useShortcuts({ help: closePanel })
  return null
}

/** Panel with the changes of each version, the latest first. */
export const ReleasePanel = () => (
  <TitledDialog
    title={releasePanelText.title}
    onClose={closePanel}
    actions={
      <Button data-safe onClick={closePanel}>
        {releasePanelText.close}
      </Button>
    }
  >
    {releases.map(({ version, points }) => (
      <section key={version} className="release">
        <h3>{releasePanelText.version(version)}</h3>
        <ul>
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </section>
    ))}
  </TitledDialog>
)
