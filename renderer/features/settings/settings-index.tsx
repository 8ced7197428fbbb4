import { type RefObject, useEffect, useState } from 'react'
import { settingsText as text } from '#shared/text/settings.ts'
import { SETTINGS_SECTIONS, type SettingsSection } from '../../ui-state/settings-state.ts'

const sectionOf = (id: SettingsSection) => document.querySelector<HTMLElement>(`[data-section="${id}"]`)

/** Scrolls to a section and focuses its title. */
export function goToSection(id: SettingsSection) {
  const section = sectionOf(id)
  const scroller = section?.closest<HTMLElement>('.page__body')
  if (section && scroller && scroller.scrollHeight > scroller.clientHeight) {
    // Only the page scrolls: scrollIntoView would also move its containers.
    scroller.scrollTop += section.getBoundingClientRect().top - scroller.getBoundingClientRect().top - 16
  } else section?.scrollIntoView({ block: 'start' })
  section?.querySelector('h2')?.focus({ preventScroll: true })
}

/** Sections on the page, and the one in view. */
export function SettingsIndex({ sections }: { sections: RefObject<HTMLDivElement | null> }) {
  const [here, setHere] = useState<SettingsSection>('accounts')
  const [there, setThere] = useState<readonly SettingsSection[]>(SETTINGS_SECTIONS)

  // Sections appear once loaded, and leave when the search does not match them.
  useEffect(() => {
    const list = () => setThere(SETTINGS_SECTIONS.filter((id) => sectionOf(id) !== null))
    list()
    if (!sections.current) return
    const observer = new MutationObserver(list)
    observer.observe(sections.current, { childList: true })
    return () => observer.disconnect()
  }, [sections])

  useEffect(() => {
    const scroller = sections.current?.closest('.page__body')
    const look = () => {
      const edge = (scroller?.getBoundingClientRect().top ?? 0) + 80
      const present = SETTINGS_SECTIONS.filter((id) => sectionOf(id) !== null)
      const atEnd = scroller && scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 2
      const passed = present.findLast((id) => (sectionOf(id)?.getBoundingClientRect().top ?? 0) <= edge)
      const scrolled = scroller && scroller.scrollTop > 0
      setHere((atEnd && scrolled ? present.at(-1) : passed) ?? present[0] ?? 'accounts')
    }
    scroller?.addEventListener('scroll', look, { passive: true })
    return () => scroller?.removeEventListener('scroll', look)
  }, [sections])

  return (
    <nav className="settings__index" aria-label={text.sections}>
      {there.map((id) => (
        <a
          key={id}
          href={`#settings-${id}`}
          aria-current={id === here ? 'true' : undefined}
          onClick={(event) => {
            // The address holds only the section of the application.
            event.preventDefault()
            goToSection(id)
            setHere(id)
          }}
        >
          {text.titles[id]}
        </a>
      ))}
    </nav>
  )
}
