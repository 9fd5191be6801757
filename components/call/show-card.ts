/** Brings a card to the front: the focus on it, and its beginning in sight, however long it is. */
export function showCard(card: HTMLElement): void {
  card.focus({ preventScroll: true })
  card.scrollIntoView({ block: 'start' })
}
