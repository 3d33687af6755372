declare module 'libqp' {
  export function decode(text: string): Buffer
}
