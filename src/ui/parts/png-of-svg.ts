import mono from '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2?url';
import sans from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';

/** The page's typefaces, under the names that figures ask for first. */
const FACES = [
  { family: 'Inter', url: sans },
  { family: 'JetBrains Mono', url: mono },
] as const;

/** Draws SVG text into a PNG, `scale` device pixels per unit. Rejects where the browser cannot draw it. */
export async function pngOfSvg(svg: string, widthPx: number, heightPx: number, scale: number): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([await withFaces(svg)], { type: 'image/svg+xml' }));
  try {
    const image = new Image(widthPx, heightPx);
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(widthPx * scale);
    canvas.height = Math.round(heightPx * scale);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('this browser gives no canvas to draw on');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise<Blob>((resolve, reject) => {
      canvas.toBlob((blob) => {
        if (blob === null) reject(new Error('the picture could not be encoded'));
        else resolve(blob);
      }, 'image/png');
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** A picture sees none of the page's typefaces, and would be set in whatever the machine has: they go along in it. */
async function withFaces(svg: string): Promise<string> {
  const asked = FACES.filter(({ family }) => svg.includes(family));
  const rules = await Promise.all(
    asked.map(
      async ({ family, url }) =>
        `@font-face{font-family:'${family}';font-weight:100 900;src:url(${await dataUrl(url)})}`,
    ),
  );
  return svg.replace('</title>', `</title><style>${rules.join('')}</style>`);
}

async function dataUrl(url: string): Promise<string> {
  const response = await fetch(new URL(url, document.baseURI));
  if (!response.ok) throw new Error(`a typeface was not given: status ${response.status}`);
  const blob = await response.blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      resolve(reader.result as string); // a data URL is text
    };
    reader.onerror = () => {
      reject(new Error('a typeface could not be read'));
    };
    reader.readAsDataURL(blob);
  });
}
