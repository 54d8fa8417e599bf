import { mount } from 'svelte';
import App from './ui/App.svelte';
import { keepOpening } from './ui/opening/kept-opening.ts';

const target = document.getElementById('app');
if (target !== null) {
  keepOpening(target);
  target.replaceChildren();
  mount(App, { target });
}
