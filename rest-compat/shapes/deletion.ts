/** Response body of a deletion. It is never empty. */
export function presentDeletion(noun: string): { success: true; message: string } {
  return { success: true, message: `${noun} deleted` }
}
