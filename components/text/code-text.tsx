import { Folded } from './folded'
import { VisibleText } from './visible-text'

/** Text as it is, to the character. */
export const CodeText = ({ children }: { children: string }) => (
  <Folded text={children}>{(from, to) => <VisibleText>{children.slice(from, to)}</VisibleText>}</Folded>
)
