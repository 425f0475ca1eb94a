// A text in the fragment of an address: compressed, in the 64 signs that need no escape.

const LONGEST = 1_000_000; // characters of a text in a link

const through = (bytes, stream) => new Response(new Blob([bytes]).stream().pipeThrough(stream));

export async function packed(text) {
  const bytes = new Uint8Array(await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw")).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// The text of a fragment, or null if there is none that can be read.
export async function unpacked(fragment) {
  const found = new URLSearchParams(fragment.slice(1)).get("text");
  if (!found) return null;
  try {
    const bytes = Uint8Array.from(atob(found.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
    const reader = through(bytes, new DecompressionStream("deflate-raw")).body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text;
      text += value;
      if (text.length > LONGEST) return null;
    }
  } catch {
    return null;
  }
}
