import { Folded } from './folded'
import { VisibleText } from './visible-text'

/** Text as it is, to the character. */
export const CodeText = ({ isWhole = false, children }: { isWhole?: boolean; children: string }) => (
  <Folded text={children} isWhole={isWhole}>
    {(from, to) => <VisibleText>{children.slice(from, to)}</VisibleText>}
  </Folded>
)
