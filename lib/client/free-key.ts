const FIELDS = 'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"]'

/** Whether a key that was pressed means nothing else: letters are for writing first, and a sheet has its own. */
export function isFreeKey(event: KeyboardEvent): boolean {
  if (event.repeat || event.isComposing || event.defaultPrevented) return false
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  if (document.querySelector('dialog[open], [popover]:popover-open')) return false
  return !(event.target instanceof Element && event.target.closest(FIELDS))
}
