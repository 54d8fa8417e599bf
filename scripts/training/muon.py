"""Muon (Jordan et al. 2024) in float32: momentum whose matrix is brought to singular values near one.

PyTorch's own runs its iteration in bfloat16, which is very slow on a CPU. Matrices of one shape are done together.
"""

import torch
from torch import Tensor, nn

A, B, C = 3.4445, -4.7750, 2.0315  # the quintic iteration's published coefficients


def orthogonalised(matrices: Tensor, rounds: int = 5) -> Tensor:
    """[n, rows, columns] → the same with singular values between about 0.7 and 1.2."""
    tall = matrices.shape[1] > matrices.shape[2]
    x = matrices.transpose(1, 2) if tall else matrices
    x = x / (x.norm(dim=(1, 2), keepdim=True) + 1e-7)
    for _ in range(rounds):
        square = x @ x.transpose(1, 2)
        x = A * x + (B * square + C * square @ square) @ x
    return x.transpose(1, 2) if tall else x


class Muon:
    def __init__(self, weights: list[nn.Parameter], momentum: float = 0.95, decay: float = 0.01):
        self.momentum, self.decay = momentum, decay
        self.groups: dict[tuple[int, ...], list[nn.Parameter]] = {}
        for weight in weights:
            self.groups.setdefault(tuple(weight.shape), []).append(weight)
        self.running = {shape: torch.zeros(len(group), *shape) for shape, group in self.groups.items()}

    @torch.no_grad()
    def step(self, rate: float) -> None:
        for shape, group in self.groups.items():
            gradient = torch.stack([weight.grad for weight in group])
            running = self.running[shape]
            running.lerp_(gradient, 1 - self.momentum)
            update = orthogonalised(gradient.lerp(running, self.momentum))
            scale = rate * max(1.0, shape[0] / shape[1]) ** 0.5
            for weight, change in zip(group, update, strict=True):
                weight.mul_(1 - rate * self.decay).sub_(change, alpha=scale)
