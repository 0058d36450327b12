/** The answer of a deletion, which is never an empty body. */
export function presentDeletion(noun: string): { success: true; message: string } {
  return { success: true, message: `${noun} deleted` }
}
