import type { Managed, ManagedProblem } from '#shared/bridge/managed.ts'
import { managedText as text, managedProblemPlace, managedSourceNames } from '#shared/text/managed.ts'
import { managedProblemWords, managedSettingTexts } from '#shared/text/setting-texts.ts'
import { upperFirst } from '#shared/text/grammar.ts'
import { Sign } from '../../design/sign.tsx'
import { useSlice } from '../../replica/use-replica.ts'
import { SettingItem, SettingItems, SettingRow, SettingsSection } from '../../app/setting-rows.tsx'
import { FixedNote } from '../../app/managed.tsx'
import '../../app/setting-sections.css'

type Setting = Managed['settings'][number]

const PROBLEMS = [text.problems, text.search]
const SOURCES = [text.sources, text.search]
const settingsWords = (settings: readonly Setting[]): string[] => [
  text.settings,
  text.search,
  ...settings.map(({ key }) => managedSettingTexts[key].es.title),
]

/** Ajustes › Administración del equipo: managed settings, their sources, and each setting that is wrong. */
export function ManagedSection() {
  const managed = useSlice('managed')
  if (!managed || managed.sources.length === 0) return null
  const { settings, sources, problems } = managed
  const words = settingsWords(settings)
  return (
    <SettingsSection id="managed" rows={[PROBLEMS, words, SOURCES]} intro={text.intro}>
      <ul className="setting-rows">
        {problems.length > 0 && (
          <SettingRow words={PROBLEMS} title={text.problems} help={text.problemsHelp}>
            <SettingItems>
              {problems.map((problem, index) => (
                // The list never changes while the application runs.
                <ProblemItem key={index} problem={problem} />
              ))}
            </SettingItems>
          </SettingRow>
        )}
        {settings.length > 0 && (
          <SettingRow words={words} title={text.settings}>
            <SettingItems>
              {settings.map((setting) => (
                <SettingItem
                  key={setting.key}
                  name={managedSettingTexts[setting.key].es.title}
                  marks={managedSourceNames[setting.source]}
                  line={<LevelLine setting={setting} />}
                />
              ))}
            </SettingItems>
          </SettingRow>
        )}
        <SettingRow words={SOURCES} title={text.sources}>
          <SettingItems>
            {sources.map(({ source, path }) => (
              <SettingItem key={source} name={managedSourceNames[source]} line={<Path path={path} />} />
            ))}
          </SettingItems>
        </SettingRow>
      </ul>
    </SettingsSection>
  )
}

const ProblemItem = ({ problem }: { problem: ManagedProblem }) => (
  <SettingItem
    name={upperFirst(managedProblemPlace(problem)) || managedSourceNames[problem.source]}
    line={
      <>
        <span className="managed-problem">
          <Sign kind="warn" />
          {managedProblemWords(problem)}
        </span>
        <Path path={problem.path} />
      </>
    }
  />
)

const Path = ({ path }: { path: string }) => <span className="managed-path muted">{path}</span>

const LevelLine = ({ setting: { level, unread } }: { setting: Setting }) =>
  unread ? (
    <span className="managed-problem">
      <Sign kind="warn" />
      {text.unread[unread]}
    </span>
  ) : level === 'mandatory' ? (
    <FixedNote words={text.levels.mandatory} />
  ) : (
    text.levels.recommended
  )
