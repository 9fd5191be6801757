/**
 * What was typed and not sent, by the session it is meant for. It outlives a look at another session, a
 * reload and signing in again, and ends with the tab.
 */
const texts = new Map<string, string>()

const nameOf = (place: string): string => `unsent ${place}`

export const unsentText = (place: string): string => texts.get(place) ?? stored(place)

export function keepUnsentText(place: string, text: string): void {
  texts.set(place, text)
  try {
    if (text === '') sessionStorage.removeItem(nameOf(place))
    else sessionStorage.setItem(nameOf(place), text)
  } catch {
    // There is no storage, or no room in it: the text lasts as long as the page.
  }
}

function stored(place: string): string {
  try {
    return sessionStorage.getItem(nameOf(place)) ?? ''
  } catch {
    return ''
  }
}
