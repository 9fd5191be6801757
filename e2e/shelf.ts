import { Installation } from './installation'

/** Installations that one worker has at hand: starting one takes longer than many a journey. */
export class Shelf {
  private spare: Installation | null = null

  async take(): Promise<Installation> {
    const taken = this.spare ?? (await Installation.open())
    this.spare = null
    return taken
  }

  /** `isWell`: whether its journey went as it should. What may have been changed for good is thrown away. */
  async giveBack(installation: Installation, isWell: boolean): Promise<void> {
    if (isWell && !this.spare && (await installation.clear())) this.spare = installation
    else await installation.close()
  }

  async close(): Promise<void> {
    await this.spare?.close()
  }
}
