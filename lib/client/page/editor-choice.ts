import { storedText, storeText } from './browser-storage'
import { Observable, useObservable } from './page-state'

/** How somebody likes to edit arguments: `json` as one text, `code` with an editor for code where there is one. */
type EditorChoice = 'json' | 'code'

const choices = new Observable<ReadonlySet<EditorChoice> | null>(null)

const nameOf = (choice: EditorChoice): string => `editor ${choice}`

/** What was chosen in this browser the last time. */
const stored = (): ReadonlySet<EditorChoice> =>
  new Set((['json', 'code'] as const).filter(choice => storedText(nameOf(choice)) !== ''))

const current = (): ReadonlySet<EditorChoice> => choices.get() ?? stored()

function choose(choice: EditorChoice, isOn: boolean): void {
  const others = [...current()].filter(each => each !== choice)
  choices.set(new Set(isOn ? [...others, choice] : others))
  storeText(nameOf(choice), isOn ? 'yes' : '')
}

/** Whether something is chosen, in every editor of the page at once. */
export function useEditorChoice(choice: EditorChoice): [boolean, (isOn: boolean) => void] {
  const active = useObservable(choices) ?? current()
  return [active.has(choice), isOn => choose(choice, isOn)]
}
