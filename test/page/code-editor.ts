import { act, screen, waitFor } from '@testing-library/react'
import { EditorView } from '@uiw/react-codemirror'

/**
 * Opens the JSON view. Its editor suspends, and React forgets what suspended in an act that is not awaited, as those of user
 * events are.
 */
export const openJson = (): Promise<void> =>
  act(async () => screen.getByRole('tab', { name: 'JSON' }).click())

/** The code editor of a field, once it is there. */
export const codeEditor = (name: string): Promise<EditorView> =>
  waitFor(() => {
    const view = EditorView.findFromDOM(screen.getByRole('textbox', { name }))
    if (!view) throw new Error(`No editor ${name}`)
    return view
  })

/** Writes something else into a code editor. */
export async function writeCode(name: string, text: string): Promise<void> {
  const view = await codeEditor(name)
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })
}
